"""Sends mail in plain text through the operator's mail server: notices, and messages with a sign-in link."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import format_datetime
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import aiosmtplib

from malle.config.settings import MailServer
from malle.notifications.outcome import GONE, SENT, Outcome, outcome_of_status
from malle.notifications.texts import translate_shared
from malle.storage.people.notices import Delivery, MailedLink
from malle.storage.store import TableId, format_table_id

SMTP_TIMEOUT_SECONDS = 10.0


class Mailer:
    """Sends mail through the operator's mail server. The notifier and the site's dashboard make
    one."""

    def __init__(self, server: MailServer, site: str) -> None:
        self._server = server
        self._site_address = site
        """Address of the site, for links."""

    async def send_notice(self, delivery: Delivery, language: str) -> Outcome:
        """Send a notice by mail and return the outcome. The mail links to the table, or to the
        person's tables if it concerns none, and to the notification settings."""
        path = "/mine" if delivery.tab is None else f"/tables/{format_table_id(TableId(delivery.tab))}"
        settings_url = f"{self._site_address}/me#notices"
        foot = translate_shared(language, "notice-mail-foot")
        text = f"{delivery.body}\n\n{self._site_address}{path}\n\n-- \n{foot}\n{settings_url}\n"
        message = self._build_message(delivery.notice, delivery.target, delivery.title, text)
        message["Date"] = format_datetime(delivery.now)
        message["List-Unsubscribe"] = f"<{settings_url}>"
        return await self._send_message(message)

    async def send_mailed_link(self, mailed_link: MailedLink, token: str) -> Outcome:
        """Send a person the link with `token`, which signs them in or confirms their mail
        address. Return the outcome."""
        language = mailed_link.language
        lines = (
            translate_shared(language, "letter-lead"),
            f"{self._site_address}/letter/{token}",
            translate_shared(language, "letter-foot"),
        )
        return await self._send_message(
            self._build_message(
                mailed_link.id, mailed_link.mail, translate_shared(language, "letter-title"), "\n\n".join(lines)
            )
        )

    async def send_text(self, to: str, subject: str, text: str) -> Outcome:
        """Send a text to the address `to`, such as a test message to the operator, and return
        the outcome."""
        return await self._send_message(self._build_message(uuid4(), to, subject, text))

    def _build_message(self, message_id: UUID, to: str, subject: str, text: str) -> EmailMessage:
        """Return a message with these texts and the sender of the settings. `to` must have
        passed `is_email_address`: the mail library misreads other addresses or fails on them."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._server.sender, to, subject
        message["Message-ID"] = f"<{message_id.hex}@{urlsplit(self._site_address).hostname}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    async def _send_message(self, message: EmailMessage) -> Outcome:
        """Send a message and return the outcome. It is `GONE` if the receiver is refused for
        good or the address cannot be used; other failures may be tried again."""
        server = self._server
        try:
            await aiosmtplib.send(
                message,
                hostname=server.host,
                port=server.port,
                username=server.user or None,
                password=server.password or None,
                use_tls=server.implicit_tls,
                timeout=SMTP_TIMEOUT_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            return (
                GONE
                if all(each.code >= 500 for each in error.recipients)
                else outcome_of_status(error.recipients[0].code)
            )
        except (aiosmtplib.SMTPNotSupported, ValueError):
            return GONE  # this server cannot send to the address
        except aiosmtplib.SMTPResponseException as error:
            return outcome_of_status(error.code)
        except (aiosmtplib.SMTPException, OSError):
            return outcome_of_status(0)
        return SENT
