package dev.colonnade.sql.statement;

import dev.colonnade.sql.parse.SqlSetSetting;
import dev.colonnade.sql.parse.SqlShowSetting;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
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
            : List.of(new SqlColumn(node.name(), TEXT));
    return new PreparedStatement() {
      @Override
      public List<SqlColumn> columns() {
        return columns;
      }

      @Override
      public Outcome run(Execution execution) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        if (isAll) {
          new TreeMap<>(execution.settings().all())
              .forEach((name, value) -> rows.add(new Object[] {name, value}));
        } else {
          rows.add(new Object[] {execution.settings().show(node.name())});
        }
        return Outcome.rows("SHOW", columns, rows);
      }
    };
  }

  static PreparedStatement set(SqlSetSetting node) {
    return execution -> {
      SessionSettings settings = execution.settings();
      SqlNode value = node.value();
      if (value != null) {
        settings.set(node.name(), textOf(value));
      } else if (node.name().equals("all")) {
        settings.resetAll();
      } else {
        settings.reset(node.name());
      }
      return Outcome.changed("SET", 0);
    };
  }

  private static String textOf(SqlNode value) {
    return switch (value) {
      case SqlIdentifier identifier -> identifier.getSimple();
      case SqlLiteral literal -> String.valueOf(literal.toValue());
      default -> value.toString();
    };
  }
}
