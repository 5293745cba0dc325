package dev.colonnade.sql.parse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.parse.SqlUpdateRows.Assignment;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The name that an INSERT gives to its table. What names columns by it names them by the table:
 * there is only the one row that it could mean.
 *
 * @param name null if there is none
 */
public record TargetAlias(@Nullable SqlIdentifier name, SqlIdentifier table) {
  /** Returns the RETURNING list with the alias. */
  public @Nullable List<SqlNode> in(@Nullable List<SqlNode> returning) {
    return name == null || returning == null
        ? returning
        : returning.stream().map(this::in).toList();
  }

  /** Returns the ON CONFLICT clause with the alias. */
  public @Nullable OnConflict in(@Nullable OnConflict conflict) {
    if (name == null || conflict == null) {
      return conflict;
    }
    SqlNode condition = conflict.condition();
    return new OnConflict(
        conflict.parts(),
        conflict.keyCondition(),
        conflict.constraint(),
        conflict.assignments().stream()
            .map(assignment -> new Assignment(assignment.column(), in(assignment.value())))
            .toList(),
        condition == null ? null : in(condition));
  }

  private SqlNode in(SqlNode expression) {
    String alias = requireNonNull(name, "name is null").getSimple();
    SqlNode replaced =
        expression.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier column) {
                if (column.names.size() != 2 || !column.names.getFirst().equals(alias)) {
                  return column;
                }
                List<String> names = new ArrayList<>(column.names);
                names.set(0, table.names.getLast());
                return new SqlIdentifier(
                    names,
                    null,
                    column.getParserPosition(),
                    List.of(
                        column.getComponentParserPosition(0),
                        column.getComponentParserPosition(1)));
              }
            });
    return requireNonNull(replaced, "expression is gone after its names were replaced");
  }
}
