package dev.colonnade.sql.run;

import dev.colonnade.sql.profile.OperatorMetrics;
import dev.colonnade.sql.profile.PlanNode;
import dev.colonnade.sql.profile.PlanProfile;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.externalize.RelWriterImpl;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/** Reads what there is to show of a plan. */
final class PlanReader extends RelWriterImpl {
  private final Map<String, String> attributes = new LinkedHashMap<>();

  private PlanReader() {
    super(new PrintWriter(Writer.nullWriter()), SqlExplainLevel.EXPPLAN_ATTRIBUTES, false);
  }

  /** The operators of a plan, with their metrics if it ran. */
  static PlanNode read(RelNode rel, @Nullable PlanProfile profile) {
    RelNode operator = rel;
    while (operator instanceof EnumerableMeter) {
      operator = operator.getInput(0).stripped();
    }
    if (operator instanceof EnumerableMeasured) {
      return read(operator.getInput(0).stripped(), profile, figuresOf(operator, profile));
    }
    return read(operator, profile, figuresOf(operator, profile));
  }

  private static @Nullable OperatorMetrics figuresOf(RelNode rel, @Nullable PlanProfile profile) {
    return profile == null ? null : profile.find(rel);
  }

  private static PlanNode read(
      RelNode operator, @Nullable PlanProfile profile, @Nullable OperatorMetrics metrics) {
    PlanReader reader = new PlanReader();
    operator.explain(reader);
    List<PlanNode> inputs = new ArrayList<>();
    for (RelNode input : operator.getInputs()) {
      inputs.add(read(input.stripped(), profile));
    }
    Double rows = operator.getCluster().getMetadataQuery().getRowCount(operator);
    return new PlanNode(
        operator.getRelTypeName(),
        reader.attributes,
        operator.getRowType().getFieldNames(),
        rows == null ? 0 : rows,
        metrics,
        inputs);
  }

  @Override
  protected void explain_(RelNode rel, List<Pair<String, @Nullable Object>> values) {
    for (Pair<String, @Nullable Object> value : values) {
      if (!(value.right instanceof RelNode)) {
        attributes.put(value.left, String.valueOf(value.right));
      }
    }
  }
}
