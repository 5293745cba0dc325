package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleOptions;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleOption;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a role that the options of CREATE ROLE and ALTER ROLE define; null where they
 * define none.
 *
 * @param password option with a new password; its value is null if it removes the password
 * @param validUntil option with the end of the password's validity
 */
record RoleAttributes(
    @Nullable Boolean login,
    @Nullable Boolean superuser,
    @Nullable Boolean createsDatabases,
    @Nullable Boolean createsRoles,
    @Nullable Boolean inherits,
    @Nullable Boolean replication,
    @Nullable Boolean bypassesRowSecurity,
    @Nullable Integer connectionLimit,
    @Nullable RoleOption validUntil,
    @Nullable RoleOption password) {

  /**
   * Returns the attributes.
   *
   * @throws ColonnadeException SYNTAX_ERROR if options contradict each other
   */
  static RoleAttributes of(List<RoleOption> options) {
    Map<String, RoleOption> byName = new HashMap<>();
    Map<String, Boolean> switches = new HashMap<>();
    Set<String> seen = new HashSet<>();
    for (RoleOption option : options) {
      requireNew(option, seen);
      byName.put(option.name(), option);
      String name = option.name();
      boolean isNegated = name.startsWith("no");
      switches.put(isNegated ? name.substring("no".length()) : name, !isNegated);
    }
    RoleOption limit = byName.get("connection limit");
    RoleOption validUntil = byName.get("valid until");
    if (validUntil != null) {
      Long _ = micros(validUntil);
    }
    return new RoleAttributes(
        switches.get("login"),
        switches.get("superuser"),
        switches.get("createdb"),
        switches.get("createrole"),
        switches.get("inherit"),
        switches.get("replication"),
        switches.get("bypassrls"),
        limit == null ? null : limitOf(limit),
        validUntil,
        byName.get("password"));
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

  private static Integer limitOf(RoleOption option) {
    int limit = Integer.parseInt(String.valueOf(option.value()));
    if (limit < RoleOptions.UNLIMITED) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid connection limit: " + limit);
    }
    return limit;
  }

  /** Returns the timestamp of VALID UNTIL; null for none and for infinity. */
  private static @Nullable Long micros(RoleOption option) {
    String value = option.value();
    if (value == null) {
      return null;
    }
    long micros = DateTimeInput.timestamptz(InputContext.DEFAULT, value);
    return micros == Long.MAX_VALUE ? null : micros;
  }

  /**
   * Returns the attributes of a role of CREATE USER, which may log in unless an option denies it.
   */
  RoleAttributes ofUser() {
    return login == null
        ? new RoleAttributes(
            true,
            superuser,
            createsDatabases,
            createsRoles,
            inherits,
            replication,
            bypassesRowSecurity,
            connectionLimit,
            validUntil,
            password)
        : this;
  }

  /** Returns whether the options define nothing but a password. */
  boolean isPasswordOnly() {
    return password != null
        && Stream.<@Nullable Object>of(
                login, createsDatabases, createsRoles, inherits, connectionLimit, validUntil)
            .allMatch(Objects::isNull);
  }

  /**
   * Returns a role with these attributes.
   *
   * @param random salts the password
   */
  RoleEntry of(RoleEntry role, SecureRandom random) {
    RoleOptions before = role.options();
    return new RoleEntry(
        role.id(),
        role.name(),
        or(login, role.canLogin()),
        or(superuser, role.isSuperuser()),
        password == null ? role.verifier() : verifier(password.value(), random),
        role.memberships(),
        new RoleOptions(
            or(createsDatabases, before.createsDatabases()),
            or(createsRoles, before.createsRoles()),
            or(inherits, before.inherits()),
            or(replication, before.replicates()),
            or(bypassesRowSecurity, before.bypassesRowSecurity()),
            connectionLimit == null ? before.connectionLimit() : connectionLimit,
            validUntil == null ? before.validUntilMicros() : micros(validUntil)));
  }

  private static boolean or(@Nullable Boolean value, boolean before) {
    return value == null ? before : value;
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
