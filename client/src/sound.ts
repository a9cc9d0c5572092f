// A few notes made on the spot: no file to load, nobody's recording.

let context: AudioContext | null = null;
const TUNES = { turn: [523, 659], stamp: [180, 120], coin: [880, 1175], card: [330] };

/** Plays a short tune. */
export function chime(tune: keyof typeof TUNES): void {
  try {
    context ??= new AudioContext();
  } catch {
    return;
  }
  TUNES[tune].forEach((pitch, index) => {
    const start = context!.currentTime + index * 0.09;
    const gain = context!.createGain();
    const tone = context!.createOscillator();
    tone.type = tune === "stamp" ? "square" : "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.12, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
    tone.connect(gain).connect(context!.destination);
    tone.start(start);
    tone.stop(start + 0.17);
  });
}
