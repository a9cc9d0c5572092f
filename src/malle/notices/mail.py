"""Mail: a notice, or a letter with a link, through the host's own mail server. Plain text."""

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
    """Sends by mail."""

    def __init__(self, server: MailServer, site: str) -> None:
        self._server = server
        self._site = site
        """Where links lead."""

    async def send(self, sending: Sending, language: str) -> Outcome:
        """A notice."""
        where = "/mine" if sending.tab is None else f"/tables/{write_id(TableId(sending.tab))}"
        own = f"{self._site}/me#notices"
        text = f"{sending.body}\n\n{self._site}{where}\n\n-- \n{said(language, 'notice-mail-foot')}\n{own}\n"
        message = self._message(sending.notice, sending.target, sending.title, text)
        message["Date"] = format_datetime(sending.now)
        message["List-Unsubscribe"] = f"<{own}>"
        return await self._post(message)

    async def send_letter(self, letter: Letter, token: str) -> Outcome:
        """A link that leads somebody in, or proves that an address is theirs."""
        language = letter.language
        lines = (said(language, "letter-lead"), f"{self._site}/letter/{token}", said(language, "letter-foot"))
        return await self._post(
            self._message(letter.id, letter.mail, said(language, "letter-title"), "\n\n".join(lines))
        )

    async def send_plain(self, to: str, subject: str, text: str) -> Outcome:
        """Something for the keeper of the house: a test."""
        return await self._post(self._message(uuid4(), to, subject, text))

    def _message(self, id_: UUID, to: str, subject: str, text: str) -> EmailMessage:
        """To an address that is one (`is_mailbox`): the library reads others as it likes, or breaks."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._server.sender, to, subject
        message["Message-ID"] = f"<{id_.hex}@{urlsplit(self._site).hostname}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    async def _post(self, message: EmailMessage) -> Outcome:
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
            return GONE  # an address that this server cannot write to
        except aiosmtplib.SMTPResponseException as error:
            return trouble(error.code)
        except (aiosmtplib.SMTPException, OSError):
            return trouble(0)
        return SENT
