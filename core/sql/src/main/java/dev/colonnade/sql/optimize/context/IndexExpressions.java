package dev.colonnade.sql.optimize.context;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Analyzed expressions in the definitions of indexes, over columns of the table: a column is a
 * {@link dev.colonnade.sql.expression.ColumnReference} to its position in the table's schema.
 */
public interface IndexExpressions {
  /** Absence of analyzed expressions: partial indexes and those of expressions are not used. */
  IndexExpressions NONE =
      new IndexExpressions() {
        @Override
        public @Nullable Expression predicate(Table table, TableIndex index) {
          return null;
        }

        @Override
        public List<Expression> keys(Table table, TableIndex index) {
          return List.of();
        }
      };

  /** Returns the predicate of a partial index; null if it is not known. */
  @Nullable Expression predicate(Table table, TableIndex index);

  /** Returns the expressions of the key, in the order of the definition; empty if not known. */
  List<Expression> keys(Table table, TableIndex index);
}
