package dev.colonnade.sql.command;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.Setting;
import dev.colonnade.sql.setting.SettingValues;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.statement.context.SessionRoles;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Statements of SET, RESET and SHOW. */
final class SettingStatements {
  private static final SqlType TEXT = SqlType.of(TypeKind.TEXT);

  private SettingStatements() {}

  static PreparedStatement prepare(SettingCommand command) {
    return switch (command) {
      case SettingCommand.Set set -> set(set);
      case SettingCommand.Reset reset -> reset(reset.name());
      case SettingCommand.Show(String name, _) -> name == null ? showAll() : show(name);
    };
  }

  private static PreparedStatement set(SettingCommand.Set node) {
    String value =
        node.assignment() == SettingCommand.Assignment.VALUES
            ? SettingValues.textOf(node.name(), node.values())
            : null;
    boolean isLocal = node.scope() == SettingCommand.Scope.LOCAL;
    return new SessionStatement(
        List.of(),
        execution -> {
          boolean local = isLocal && isInTransaction(execution);
          if (SessionRoles.define(node.name())) {
            changeUser(execution, node, value, local);
          } else {
            change(execution.settings(), node, value, local);
          }
          return StatementResult.changed("SET", 0);
        });
  }

  /** Returns whether the session is in a transaction, and warns if it is not. */
  private static boolean isInTransaction(Execution execution) {
    boolean isInTransaction = execution.settings().isInTransaction();
    if (!isInTransaction) {
      execution
          .notices()
          .warn(
              ErrorCode.NO_ACTIVE_TRANSACTION.sqlState(),
              "SET LOCAL can only be used in transaction blocks");
    }
    return isInTransaction;
  }

  private static void changeUser(
      Execution execution, SettingCommand.Set node, @Nullable String given, boolean local) {
    SessionSettings settings = execution.settings();
    SessionSettings.State before = settings.state();
    String value =
        switch (node.assignment()) {
          case VALUES -> given;
          case CURRENT -> settings.show(node.name());
          case DEFAULT -> null;
        };
    new SessionRoles(execution.transaction().catalog(), settings).set(node.name(), value, local);
    if (node.scope() == SettingCommand.Scope.LOCAL && !local) {
      settings.restore(before);
    }
  }

  private static void change(
      SessionSettings settings, SettingCommand.Set node, @Nullable String given, boolean local) {
    String name = node.name();
    SessionSettings.State before = settings.state();
    switch (node.assignment()) {
      case VALUES, CURRENT -> {
        String value = given == null ? settings.show(name) : given;
        if (local) {
          settings.setLocal(name, value);
        } else {
          settings.set(name, value);
        }
      }
      case DEFAULT -> {
        if (local) {
          settings.resetLocal(name);
        } else {
          settings.reset(name);
        }
      }
    }
    if (node.scope() == SettingCommand.Scope.LOCAL && !local) {
      settings.restore(before);
    }
  }

  private static PreparedStatement reset(@Nullable String name) {
    return new SessionStatement(
        List.of(),
        execution -> {
          if (name == null) {
            execution.settings().resetAll();
          } else if (SessionRoles.define(name)) {
            new SessionRoles(execution.transaction().catalog(), execution.settings())
                .set(name, null, false);
          } else {
            execution.settings().reset(name);
          }
          return StatementResult.changed("RESET", 0);
        });
  }

  private static PreparedStatement show(String name) {
    List<SqlColumn> columns = List.of(new SqlColumn(SessionSettings.shownName(name), TEXT));
    return new SessionStatement(
        columns,
        execution -> {
          List<@Nullable Object[]> rows = new ArrayList<>();
          rows.add(new Object[] {execution.settings().show(name)});
          return StatementResult.rows("SHOW", columns, rows);
        });
  }

  private static PreparedStatement showAll() {
    List<SqlColumn> columns =
        List.of(
            new SqlColumn("name", TEXT),
            new SqlColumn("setting", TEXT),
            new SqlColumn("description", TEXT));
    return new SessionStatement(
        columns,
        execution -> {
          Map<String, String> descriptions = new TreeMap<>();
          for (Setting setting : SessionSettings.definitions()) {
            descriptions.put(setting.name(), setting.description());
          }
          List<@Nullable Object[]> rows = new ArrayList<>();
          execution
              .settings()
              .all()
              .forEach(
                  (name, value) -> rows.add(new Object[] {name, value, descriptions.get(name)}));
          return StatementResult.rows("SHOW", columns, rows);
        });
  }

  /** Statement that reads or changes the session, and needs no transaction. */
  private record SessionStatement(
      List<SqlColumn> columns, Function<Execution, StatementResult> body)
      implements PreparedStatement {
    @Override
    public Effect effect() {
      return Effect.SESSION;
    }

    @Override
    public StatementResult run(Execution execution) {
      return body.apply(execution);
    }
  }
}
