package dev.colonnade.sql.definition;

import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.frontend.text.PasswordTexts;
import dev.colonnade.sql.frontend.text.StatementText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Audit of definitions, grants included: one line each under the logger {@value #LOGGER}, when it
 * has run; its transaction may still be rolled back. Passwords and control characters are replaced.
 */
final class DefinitionAudit {
  static final String LOGGER = "dev.colonnade.audit";

  /** Longest text that is logged, in characters. */
  static final int TEXT_MAX = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

  private DefinitionAudit() {}

  static void ran(StatementText text, SessionInformation session) {
    if (LOG.isInfoEnabled()) {
      LOG.info(
          "definition session={} user=\"{}\" role=\"{}\" statement={}",
          session.number(),
          printable(session.user()),
          printable(session.currentUser()),
          printable(withoutPasswords(text.whole().substring(text.start(), text.end()))));
    }
  }

  /** Returns a text in which the strings behind PASSWORD are replaced. */
  static String withoutPasswords(String text) {
    return PasswordTexts.without(text);
  }

  /** Returns a text on one line, cut to a maximum length. */
  static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    for (char c : text.substring(0, Math.min(text.length(), TEXT_MAX)).toCharArray()) {
      shown.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    return shown.toString();
  }
}
