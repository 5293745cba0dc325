package dev.colonnade.sql.statement.context;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleGraph;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes of the settings that define the users of a session: SET ROLE, SESSION AUTHORIZATION. */
public final class SessionRoles {
  private static final Set<String> NAMES =
      Set.of(SessionSettings.ROLE, SessionSettings.SESSION_AUTHORIZATION);

  private final CatalogSnapshot catalog;
  private final SessionSettings settings;

  public SessionRoles(CatalogSnapshot catalog, SessionSettings settings) {
    this.catalog = catalog;
    this.settings = settings;
  }

  /** Returns whether a setting defines a user of the session. */
  public static boolean define(String setting) {
    return NAMES.contains(setting.toLowerCase(Locale.ROOT));
  }

  /**
   * Sets the role or the session's user.
   *
   * @param value null for the initial one
   * @throws ColonnadeException INVALID_PARAMETER if there is no such role, INSUFFICIENT_PRIVILEGE
   *     if the session's user may not assume it
   */
  public void set(String setting, @Nullable String value, boolean local) {
    if (setting.toLowerCase(Locale.ROOT).equals(SessionSettings.ROLE)) {
      setRole(value == null ? settings.initialRole() : value, local);
    } else {
      setSessionUser(value == null ? settings.authenticatedUser() : value, local);
    }
  }

  /** Sets the role that the client requests when it connects; RESET restores it. */
  public void setInitialRole(String name) {
    setRole(name, false);
    settings.setInitial(SessionSettings.ROLE, name);
  }

  private void setRole(String name, boolean local) {
    String sessionUser = settings.sessionUser();
    if (name.equals(SessionSettings.NO_ROLE)) {
      settings.setUsers(sessionUser, name, isSuperuser(sessionUser), local);
      return;
    }
    RoleEntry role = require(name);
    RoleEntry user = catalog.findRole(sessionUser);
    boolean isAllowed =
        user == null
            ? isSuperuser(sessionUser)
            : new RoleGraph(catalog.roles()).hasRole(user, role);
    if (!isAllowed) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to set role \"%s\"".formatted(name));
    }
    settings.setUsers(sessionUser, name, role.isSuperuser(), local);
  }

  private void setSessionUser(String name, boolean local) {
    String authenticated = settings.authenticatedUser();
    if (!name.equals(authenticated)) {
      require(name);
      if (!isSuperuser(authenticated)) {
        throw new ColonnadeException(
            ErrorCode.INSUFFICIENT_PRIVILEGE,
            "permission denied to set session authorization \"%s\"".formatted(name));
      }
    }
    settings.setUsers(name, SessionSettings.NO_ROLE, isSuperuser(name), local);
  }

  private RoleEntry require(String name) {
    RoleEntry role = catalog.findRole(name);
    if (role == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "role \"%s\" does not exist".formatted(name));
    }
    return role;
  }

  /** Returns whether a user is a superuser, or the user without a role of a trusted session. */
  private boolean isSuperuser(String user) {
    RoleEntry role = catalog.findRole(user);
    return role == null
        ? settings.isTrusted() && user.equals(settings.authenticatedUser())
        : role.isSuperuser();
  }
}
