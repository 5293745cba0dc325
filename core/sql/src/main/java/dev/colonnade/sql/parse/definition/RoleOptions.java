package dev.colonnade.sql.parse.definition;

import org.jspecify.annotations.Nullable;

/**
 * Options of CREATE ROLE and ALTER ROLE; null where not given.
 *
 * @param setsPassword whether a password is given or removed
 * @param password null removes it
 */
public record RoleOptions(
    @Nullable Boolean login,
    @Nullable Boolean superuser,
    boolean setsPassword,
    @Nullable String password) {
  /** Nothing. */
  public static final RoleOptions NONE = new RoleOptions(null, null, false, null);

  public RoleOptions withLogin(boolean can) {
    return new RoleOptions(can, superuser, setsPassword, password);
  }

  public RoleOptions withSuperuser(boolean is) {
    return new RoleOptions(login, is, setsPassword, password);
  }

  public RoleOptions withPassword(@Nullable String text) {
    return new RoleOptions(login, superuser, true, text);
  }

  /** Returns a text without the password. */
  @Override
  public String toString() {
    return "RoleOptions[login=" + login + " superuser=" + superuser + "]";
  }
}
