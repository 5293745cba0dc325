package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Rows of literals in a statement, each evaluated when it is due. */
public final class ValuesOperator implements VectorOperator {
  private final List<List<RexNode>> rows;
  private final List<VectorType> types;
  private final OperatorRun run;
  private int next;

  /**
   * Rows of expressions without columns.
   *
   * @param types of the columns; the expressions have the same kinds
   */
  public ValuesOperator(List<List<RexNode>> rows, List<VectorType> types, OperatorRun run) {
    this.rows = List.copyOf(rows);
    this.types = List.copyOf(types);
    this.run = run;
  }

  @Override
  public @Nullable VectorBatch next() {
    int from = next;
    int to = Math.min(rows.size(), from + VectorBatch.ROWS);
    if (from == to) {
      return null;
    }
    List<VectorBuilder> builders = types.stream().map(VectorBuilder::new).toList();
    for (List<RexNode> row : rows.subList(from, to)) {
      for (int i = 0; i < builders.size(); i++) {
        builders.get(i).appendHeld(run.constants().evaluate(row.get(i)));
      }
    }
    next = to;
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = builders.get(i).slice(0, to - from);
    }
    return new VectorBatch(to - from, columns);
  }

  @Override
  public void close() {
    next = rows.size();
  }
}
