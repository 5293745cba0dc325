package dev.colonnade.sql.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.type.KeyColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A plan that asks for columns of one row, by its whole primary key.
 *
 * @param ordinals the columns wanted, as positions in the table's schema, in the order wanted
 * @param conditions one equality for each column of the key
 */
public record PointScan(Table table, List<Integer> ordinals, List<RexNode> conditions) {
  public PointScan {
    requireNonNull(table, "table is null");
    ordinals = List.copyOf(ordinals);
    conditions = List.copyOf(conditions);
  }

  /** What a plan asks for; null if it is something else. */
  public static @Nullable PointScan of(RelNode plan) {
    return switch (plan) {
      case PushedScan scan -> of(scan.spec());
      case Project project when project.getInput() instanceof PushedScan scan ->
          projected(project, of(scan.spec()));
      default -> null;
    };
  }

  private static @Nullable PointScan of(ScanSpec spec) {
    FilterTemplate template = new FilterTemplate(spec.table().schema());
    Set<Integer> left = new HashSet<>();
    for (KeyColumn column : spec.table().schema().primaryKey()) {
      left.add(column.columnId());
    }
    for (RexNode condition : spec.conditions()) {
      ColumnBound bound = template.boundOf(condition);
      boolean isPoint =
          bound != null
              && bound.kind() == ColumnBound.Kind.EQUAL
              && left.remove(bound.columnId())
              && hasPlainValues(condition);
      if (!isPoint) {
        return null;
      }
    }
    return left.isEmpty() && !spec.conditions().isEmpty()
        ? new PointScan(spec.table(), spec.ordinals(), spec.conditions())
        : null;
  }

  /** Whether all that is compared is a column, a literal or a parameter, or one of them cast. */
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

  private static @Nullable PointScan projected(Project project, @Nullable PointScan scan) {
    if (scan == null) {
      return null;
    }
    List<Integer> wanted = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      if (!(expression instanceof RexInputRef ref)) {
        return null;
      }
      wanted.add(scan.ordinals().get(ref.getIndex()));
    }
    return new PointScan(scan.table(), wanted, scan.conditions());
  }

  /** The conditions with the values of one execution. */
  public List<Filter> filters(ConstantEvaluator constants) {
    FilterTemplate template = new FilterTemplate(table.schema());
    List<Filter> filters = new ArrayList<>(conditions.size());
    for (RexNode condition : conditions) {
      filters.add(template.filter(condition, constants));
    }
    return filters;
  }
}
