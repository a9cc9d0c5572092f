"""Sends mail in plain text through the operator's mail server: notices, and messages with a sign-in link."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import format_datetime
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import aiosmtplib

from malle.notices.outcome import GONE, SENT, Outcome, trouble
from malle.notices.texts import said
from malle.store.notices import Letter, Sending
from malle.store.store import TableId, write_id
from malle.wire.config import MailServer

TIMEOUT = 10.0


class Mailer:
    """Sends mail through one server."""

    def __init__(self, server: MailServer, site: str) -> None:
        self._server = server
        self._site = site
        """Address of the site, for links."""

    async def send(self, sending: Sending, language: str) -> Outcome:
        """Send a notice by mail and return the outcome."""
        where = "/mine" if sending.tab is None else f"/tables/{write_id(TableId(sending.tab))}"
        own = f"{self._site}/me#notices"
        text = f"{sending.body}\n\n{self._site}{where}\n\n-- \n{said(language, 'notice-mail-foot')}\n{own}\n"
        message = self._message(sending.notice, sending.target, sending.title, text)
        message["Date"] = format_datetime(sending.now)
        message["List-Unsubscribe"] = f"<{own}>"
        return await self._post(message)

    async def send_letter(self, letter: Letter, token: str) -> Outcome:
        """Send a link that signs a person in or confirms their mail address, and return the outcome."""
        language = letter.language
        lines = (said(language, "letter-lead"), f"{self._site}/letter/{token}", said(language, "letter-foot"))
        return await self._post(
            self._message(letter.id, letter.mail, said(language, "letter-title"), "\n\n".join(lines))
        )

    async def send_plain(self, to: str, subject: str, text: str) -> Outcome:
        """Send a text to the operator, such as a test message, and return the outcome."""
        return await self._post(self._message(uuid4(), to, subject, text))

    def _message(self, id_: UUID, to: str, subject: str, text: str) -> EmailMessage:
        """Build a message. `to` must have passed `is_mailbox`: the mail library misreads other addresses or
        fails on them."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._server.sender, to, subject
        message["Message-ID"] = f"<{id_.hex}@{urlsplit(self._site).hostname}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    async def _post(self, message: EmailMessage) -> Outcome:
        """Send a message and return the outcome. It is `GONE` if all recipients are refused for good or the
        address cannot be used. Other failures may be tried again."""
        server = self._server
        try:
            await aiosmtplib.send(
                message,
                hostname=server.host,
                port=server.port,
                username=server.user or None,
                password=server.password or None,
                use_tls=server.tls,
                timeout=TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            return GONE if all(each.code >= 500 for each in error.recipients) else trouble(error.recipients[0].code)
        except (aiosmtplib.SMTPNotSupported, ValueError):
            return GONE  # this server cannot send to the address
        except aiosmtplib.SMTPResponseException as error:
            return trouble(error.code)
        except (aiosmtplib.SMTPException, OSError):
            return trouble(0)
        return SENT
