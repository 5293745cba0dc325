package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.plan.lower.ConstantEvaluator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.ValuesOperator;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a statement writes out. Generated code would hold each of them, and a method of Java
 * has at most 64 KB of it.
 */
final class VectorValues extends AbstractRelNode implements VectorRel {
  /** A union of fewer rows stays one. */
  private static final int ROWS_MIN = 64;

  private final List<List<RexNode>> rows;
  private final List<VectorType> types;

  private VectorValues(
      RelOptCluster cluster, RelTraitSet traits, RelDataType rowType, List<List<RexNode>> rows) {
    super(cluster, traits);
    this.rowType = rowType;
    this.rows = rows;
    types =
        rowType.getFieldList().stream()
            .map(field -> VectorType.of(TypeKind.of(field.getType())))
            .toList();
  }

  /** The rows of literals; null if there are none, or there is one that has no form here. */
  static @Nullable VectorValues of(Values values, RelTraitSet traits) {
    if (values.getTuples().isEmpty()) {
      return null;
    }
    List<List<RexNode>> rows = new ArrayList<>(values.getTuples().size());
    for (List<RexLiteral> tuple : values.getTuples()) {
      rows.add(List.copyOf(tuple));
    }
    return of(values, rows, traits);
  }

  /** The rows that are a projection of nothing each; null if they are few, or some are not so. */
  static @Nullable VectorValues of(Union union, RelTraitSet traits) {
    if (!union.all || union.getInputs().size() < ROWS_MIN) {
      return null;
    }
    List<List<RexNode>> rows = new ArrayList<>(union.getInputs().size());
    for (RelNode input : union.getInputs()) {
      if (!(input instanceof Project project)
          || !(project.getInput() instanceof Values one)
          || one.getTuples().size() != 1) {
        return null;
      }
      rows.add(project.getProjects());
    }
    return of(union, rows, traits);
  }

  private static @Nullable VectorValues of(
      RelNode like, List<List<RexNode>> rows, RelTraitSet traits) {
    List<RelDataTypeField> fields = like.getRowType().getFieldList();
    List<List<RexNode>> fitting = new ArrayList<>(rows.size());
    for (List<RexNode> row : rows) {
      List<RexNode> values = new ArrayList<>(fields.size());
      for (int i = 0; i < row.size(); i++) {
        RexNode value = fitted(row.get(i), fields.get(i).getType(), like.getCluster());
        if (value == null) {
          return null;
        }
        values.add(value);
      }
      fitting.add(List.copyOf(values));
    }
    return new VectorValues(like.getCluster(), traits, like.getRowType(), List.copyOf(fitting));
  }

  /** The expression if its values are those of the type; a literal can be made so. */
  private static @Nullable RexNode fitted(RexNode node, RelDataType type, RelOptCluster cluster) {
    TypeKind wanted = TypeKind.of(type);
    TypeKind given = TypeKind.of(node.getType());
    if (node instanceof RexLiteral literal && literal.isNull()) {
      return node;
    }
    if (node instanceof RexLiteral literal && given != wanted && isExact(wanted)) {
      BigDecimal value = isExact(given) ? literal.getValueAs(BigDecimal.class) : null;
      return value == null ? null : cluster.getRexBuilder().makeExactLiteral(value, type);
    }
    boolean isSame = given == wanted || (given.isText() && wanted.isText());
    return isSame && ConstantEvaluator.canEvaluate(node) ? node : null;
  }

  private static boolean isExact(TypeKind kind) {
    return kind.isInteger() || kind == TypeKind.NUMERIC;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new VectorValues(getCluster(), traits, getRowType(), rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows.size();
  }

  /** Only their number: the rows themselves may be as long as the statement. */
  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("rows", rows.size());
  }

  @Override
  public boolean deepEquals(@Nullable Object obj) {
    return super.deepEquals(obj) && obj instanceof VectorValues other && rows.equals(other.rows);
  }

  @Override
  public int deepHashCode() {
    return Objects.hash(super.deepHashCode(), rows.getFirst());
  }

  @Override
  public List<VectorType> types() {
    return types;
  }

  @Override
  public VectorOperator open(VectorContext context) {
    return new ValuesOperator(rows, types, context.run());
  }
}
