package dev.colonnade.sql.plan.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.plan.lower.LoweredExpressions;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Point lookup: a plan that reads one row, by a value for each column of a unique key.
 *
 * @param index the unique index whose key it is; null for the primary key
 * @param keyValues values of the columns of the key, in the key's order
 * @param outputs expressions over positions in the table's schema
 */
public record PointScan(
    Table table, @Nullable TableIndex index, List<RexNode> keyValues, List<RexNode> outputs) {
  public PointScan {
    requireNonNull(table, "table is null");
    keyValues = List.copyOf(keyValues);
    outputs = List.copyOf(outputs);
  }

  /** Returns the point lookup of a plan; null if it is another plan. */
  public static @Nullable PointScan of(RelNode plan) {
    return switch (plan) {
      case PushedScan scan -> of(scan, references(scan));
      case Project project when project.getInput() instanceof PushedScan scan ->
          of(scan, outputs(project, scan.spec().ordinals()));
      default -> null;
    };
  }

  private static List<RexNode> references(PushedScan scan) {
    RexBuilder builder = scan.getCluster().getRexBuilder();
    List<RexNode> references = new ArrayList<>();
    for (int i = 0; i < scan.spec().ordinals().size(); i++) {
      references.add(
          builder.makeInputRef(
              scan.getRowType().getFieldList().get(i).getType(), scan.spec().ordinals().get(i)));
    }
    return references;
  }

  /** The expressions over the table's columns. */
  private static List<RexNode> outputs(Project project, List<Integer> ordinals) {
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ordinals.get(ref.getIndex()), ref.getType());
          }
        };
    return project.getProjects().stream().map(expression -> expression.accept(shuttle)).toList();
  }

  private static @Nullable PointScan of(PushedScan scan, List<RexNode> outputs) {
    ScanSpec spec = scan.spec();
    Map<Integer, RexNode> values = values(spec, scan.getCluster().getRexBuilder());
    if (values.isEmpty() || !outputs.stream().allMatch(LoweredExpressions::canEvaluateOverRow)) {
      return null;
    }
    List<RexNode> ofRows = keyValues(spec.table().schema().primaryKey(), values);
    if (ofRows != null) {
      return new PointScan(spec.table(), null, ofRows, outputs);
    }
    for (TableIndex index : spec.table().indexes()) {
      boolean isUsable =
          index.isUnique()
              && index.descriptor().isReady()
              && index.descriptor().definition().predicate() == null;
      List<RexNode> ofEntries = isUsable ? keyValues(index.columns(), values) : null;
      if (ofEntries != null) {
        return new PointScan(spec.table(), index, ofEntries, outputs);
      }
    }
    return null;
  }

  /**
   * Returns the expression that each column is compared with, by column id; empty if there are
   * other conditions.
   */
  private static Map<Integer, RexNode> values(ScanSpec spec, RexBuilder builder) {
    FilterTemplate template = new FilterTemplate(spec.table().schema());
    Map<Integer, RexNode> values = new HashMap<>();
    for (RexNode condition : spec.conditions()) {
      ColumnBound bound = template.boundOf(condition);
      RexNode value =
          condition instanceof RexCall call
              ? template.comparedWith(call)
              : builder.makeLiteral(true);
      if (bound == null
          || bound.kind() != ColumnBound.Kind.EQUAL
          || !hasPlainValues(condition)
          || values.put(bound.columnId(), value) != null) {
        return Map.of();
      }
    }
    return values;
  }

  /** The values of a key's columns in its order; null if there are not exactly these. */
  private static @Nullable List<RexNode> keyValues(
      List<KeyColumn> key, Map<Integer, RexNode> values) {
    List<RexNode> ofKey = new ArrayList<>();
    for (KeyColumn column : key) {
      RexNode value = values.get(column.columnId());
      if (value == null) {
        return null;
      }
      ofKey.add(value);
    }
    return ofKey.size() == values.size() ? ofKey : null;
  }

  /**
   * Returns whether all compared expressions are columns, literals or parameters, or casts of one.
   */
  private static boolean hasPlainValues(RexNode condition) {
    return !(condition instanceof RexCall call)
        || call.operands.stream().allMatch(PointScan::isPlain);
  }

  private static boolean isPlain(RexNode value) {
    return switch (value) {
      case RexInputRef _, RexLiteral _, RexDynamicParam _ -> true;
      case RexCall call -> call.operands.size() == 1 && isPlain(call.operands.getFirst());
      default -> false;
    };
  }

  /** Returns whether the outputs are plain columns, which need no evaluation. */
  public boolean wantsColumnsOnly() {
    return outputs.stream().allMatch(RexInputRef.class::isInstance);
  }

  /** The columns of the key, in its order. */
  public List<Column> keyColumns() {
    List<KeyColumn> key = index == null ? table.schema().primaryKey() : index.columns();
    return key.stream().map(part -> table.schema().column(part.columnId())).toList();
  }
}
