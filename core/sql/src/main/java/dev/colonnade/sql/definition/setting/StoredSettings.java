package dev.colonnade.sql.definition.setting;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValues;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.sql.syntax.definition.RoleDefinition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings that are stored for roles and databases: ALTER ROLE and ALTER DATABASE with SET and
 * RESET. Sessions read them when they open.
 */
public final class StoredSettings {
  private final Execution execution;
  private final RolePrivileges user;

  private StoredSettings(Execution execution) {
    this.execution = execution;
    this.user = execution.transaction().names().privileges();
  }

  /** Runs ALTER ROLE with SET or RESET. */
  public static void alter(RoleDefinition.AlterRoleSetting alter, Execution execution) {
    StoredSettings settings = new StoredSettings(execution);
    RoleEntry role =
        alter.role() == null ? null : RoleNames.require(execution.transaction(), alter.role());
    if (role != null) {
      settings.requireChange(role);
    }
    String name = alter.database();
    DatabaseEntry database = name == null ? null : execution.transaction().catalog().database(name);
    if (role == null) {
      settings.requireChange(database);
    }
    settings.change(
        new SettingScope(
            database == null ? SettingScope.ANY : database.id(),
            role == null ? SettingScope.ANY : role.id()),
        alter.command());
  }

  /**
   * Runs ALTER DATABASE with SET or RESET.
   *
   * @param command from SET or RESET on, as it is written
   */
  public static void alterDatabase(String name, String command, Execution execution) {
    StoredSettings settings = new StoredSettings(execution);
    DatabaseEntry database = execution.transaction().catalog().database(name);
    settings.requireChange(database);
    settings.change(new SettingScope(database.id(), SettingScope.ANY), command);
  }

  private void requireChange(RoleEntry role) {
    if (BuiltIns.isPredefined(role)) {
      throw new ColonnadeException(
          ErrorCode.RESERVED_NAME,
          "role name \"%s\" is reserved".formatted(role.name()),
          ErrorFields.NONE.withDetail("Cannot alter reserved roles."));
    }
    if (role.isSuperuser() && !user.isSuperuser()) {
      throw denied("must be superuser to alter superusers");
    }
    if (!user.mayCreateRoles() && role.id() != user.roleId()) {
      throw denied("permission denied");
    }
  }

  private void requireChange(@Nullable DatabaseEntry database) {
    if (database == null && !user.isSuperuser()) {
      throw denied("must be superuser to alter settings globally");
    }
    if (database != null && !user.owns(database.id())) {
      throw PrivilegeChecks.notOwner("database", database.name());
    }
  }

  private static ColonnadeException denied(String message) {
    return new ColonnadeException(ErrorCode.INSUFFICIENT_PRIVILEGE, message);
  }

  private void change(SettingScope scope, String command) {
    Statement parsed = SqlParser.parse(command).getFirst().statement();
    Map<String, String> settings =
        new LinkedHashMap<>(
            execution.transaction().catalog().settings().getOrDefault(scope, Map.of()));
    switch (parsed) {
      case SettingCommand.Set set when set.scope() == SettingCommand.Scope.DEFAULT ->
          set(set, settings);
      case SettingCommand.Reset reset -> reset(reset.name(), settings);
      default -> throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "syntax error in " + command);
    }
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              edit.changeSettings(scope, Collections.unmodifiableMap(settings));
              return scope;
            });
  }

  private void set(SettingCommand.Set set, Map<String, String> settings) {
    String name = SessionSettings.shownName(set.name());
    switch (set.assignment()) {
      case DEFAULT -> reset(name, settings);
      case CURRENT -> put(name, execution.settings().show(name), settings);
      case VALUES -> put(name, SettingValues.textOf(set.name(), set.values()), settings);
    }
  }

  private void put(String name, String value, Map<String, String> settings) {
    execution.settings().requireStorable(name, value);
    settings.put(name, value);
  }

  /** Removes one setting, or all that the user may set. */
  private void reset(@Nullable String name, Map<String, String> settings) {
    if (name == null) {
      settings
          .keySet()
          .removeIf(each -> user.isSuperuser() || !SessionSettings.isForSuperusers(each));
    } else {
      String shown = SessionSettings.shownName(name);
      execution.settings().requireStorable(shown, null);
      settings.remove(shown);
    }
  }
}
