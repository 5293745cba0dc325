package dev.colonnade.sql.statement;

import dev.colonnade.sql.parse.SqlSetSetting;
import dev.colonnade.sql.parse.SqlShowSetting;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** SHOW, SET and RESET. */
final class SettingStatements {
  private static final SqlType TEXT = SqlType.of(TypeKind.TEXT);

  private SettingStatements() {}

  static PreparedStatement show(SqlShowSetting node) {
    boolean isAll = node.name().equals("all");
    List<SqlColumn> columns =
        isAll
            ? List.of(new SqlColumn("name", TEXT), new SqlColumn("setting", TEXT))
            : List.of(new SqlColumn(SessionSettings.shownName(node.name()), TEXT));
    return new PreparedStatement() {
      @Override
      public List<SqlColumn> columns() {
        return columns;
      }

      @Override
      public Effect effect() {
        return Effect.SESSION;
      }

      @Override
      public StatementResult run(Execution execution) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        if (isAll) {
          execution.settings().all().forEach((name, value) -> rows.add(new Object[] {name, value}));
        } else {
          rows.add(new Object[] {execution.settings().show(node.name())});
        }
        return StatementResult.rows("SHOW", columns, rows);
      }
    };
  }

  static PreparedStatement set(SqlSetSetting node) {
    String value = node.values().isEmpty() ? null : textOf(node.values());
    return new PreparedStatement() {
      @Override
      public Effect effect() {
        return Effect.SESSION;
      }

      @Override
      public StatementResult run(Execution execution) {
        change(execution.settings(), node, value);
        return StatementResult.changed(node.word(), 0);
      }
    };
  }

  private static void change(SessionSettings settings, SqlSetSetting node, @Nullable String value) {
    if (value != null && node.isLocal()) {
      settings.setLocal(node.name(), value);
    } else if (value != null) {
      settings.set(node.name(), value);
    } else if (node.name().equals("all")) {
      settings.resetAll();
    } else {
      settings.reset(node.name());
    }
  }

  /** Several values are one text, each quoted that would not be read again as it is. */
  private static String textOf(List<SqlNode> values) {
    if (values.size() == 1) {
      return textOf(values.getFirst());
    }
    List<String> texts = new ArrayList<>();
    for (SqlNode value : values) {
      String text = textOf(value);
      texts.add(isPlain(text) ? text : '"' + text.replace("\"", "\"\"") + '"');
    }
    return String.join(", ", texts);
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_')
        && text.equals(text.toLowerCase(Locale.ROOT));
  }

  private static String textOf(SqlNode value) {
    return switch (value) {
      case SqlIdentifier identifier -> identifier.getSimple();
      case SqlLiteral literal -> String.valueOf(literal.toValue());
      default -> value.toString();
    };
  }
}
