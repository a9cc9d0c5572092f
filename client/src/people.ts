// The pages about oneself: what the other pages do, and their own look.
import "./pages";
import "./people.css";
