package dev.colonnade.sql.definition.name;

import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleOption;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a role that the options of CREATE ROLE and ALTER ROLE define; null where they
 * define none. Other attributes are accepted and have no effect.
 *
 * @param password option with a new password; its value is null if it removes the password
 */
record RoleAttributes(
    @Nullable Boolean login, @Nullable Boolean superuser, @Nullable RoleOption password) {

  /**
   * Returns the attributes.
   *
   * @throws ColonnadeException SYNTAX_ERROR if options contradict each other
   */
  static RoleAttributes of(List<RoleOption> options) {
    Boolean login = null;
    Boolean superuser = null;
    RoleOption password = null;
    Set<String> seen = new HashSet<>();
    for (RoleOption option : options) {
      requireNew(option, seen);
      switch (option.name()) {
        case "login", "nologin" -> login = option.name().equals("login");
        case "superuser", "nosuperuser" -> superuser = option.name().equals("superuser");
        case "password" -> password = option;
        case "connection limit" -> requireLimit(option);
        case "valid until" -> requireTimestamp(option);
        default -> {} // without effect
      }
    }
    return new RoleAttributes(login, superuser, password);
  }

  private static void requireNew(RoleOption option, Set<String> seen) {
    String name = option.name();
    boolean isNegated = name.startsWith("no") && option.value() == null;
    if (!seen.add(isNegated ? name.substring("no".length()) : name)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "conflicting or redundant options",
          ErrorFields.at(option.position() + 1));
    }
  }

  private static void requireLimit(RoleOption option) {
    String value = option.value();
    if (value != null && Integer.parseInt(value) < -1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid connection limit: " + value);
    }
  }

  private static void requireTimestamp(RoleOption option) {
    String value = option.value();
    if (value != null) {
      DateTimeInput.timestamptz(InputContext.DEFAULT, value);
    }
  }

  /**
   * Returns the attributes of a role of CREATE USER, which may log in unless an option denies it.
   */
  RoleAttributes ofUser() {
    return login == null ? new RoleAttributes(true, superuser, password) : this;
  }

  /**
   * Returns a role with these attributes.
   *
   * @param random salts the password
   */
  RoleEntry of(RoleEntry role, SecureRandom random) {
    return new RoleEntry(
        role.id(),
        role.name(),
        login == null ? role.canLogin() : login,
        superuser == null ? role.isSuperuser() : superuser,
        password == null ? role.verifier() : verifier(password.value(), random),
        role.memberships());
  }

  private static @Nullable String verifier(@Nullable String text, SecureRandom random) {
    return text == null || text.isEmpty() ? null : ScramVerifiers.verifier(text, random);
  }

  /** Adds the notice that an empty password removes the password. */
  void addNotices(Execution execution) {
    if (password != null && "".equals(password.value())) {
      execution.notices().say("empty string is not a valid password, clearing password");
    }
  }

  /** Returns a text without the password. */
  @Override
  public String toString() {
    return "RoleAttributes[login=" + login + " superuser=" + superuser + "]";
  }
}
