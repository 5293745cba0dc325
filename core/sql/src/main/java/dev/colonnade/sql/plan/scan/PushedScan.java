package dev.colonnade.sql.plan.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.schema.Column;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.RelMdUtil;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** A scan that does more than read a table: it projects, filters and stops. */
public class PushedScan extends TableScan {
  private final ScanSpec spec;

  protected PushedScan(
      RelOptCluster cluster, RelTraitSet traits, RelOptTable table, ScanSpec spec) {
    super(cluster, traits, List.of(), table);
    this.spec = requireNonNull(spec, "spec is null");
  }

  static PushedScan of(TableScan scan, ScanSpec spec) {
    return new PushedScan(scan.getCluster(), scan.getTraitSet(), scan.getTable(), spec);
  }

  public ScanSpec spec() {
    return spec;
  }

  /** Returns the scan of the same table with another specification. */
  public PushedScan by(ScanSpec other) {
    return with(other);
  }

  PushedScan with(ScanSpec other) {
    return new PushedScan(getCluster(), getTraitSet(), getTable(), other);
  }

  @Override
  public RelDataType deriveRowType() {
    RelDataTypeFactory.Builder builder = getCluster().getTypeFactory().builder();
    for (int ordinal : spec.ordinals()) {
      builder.add(table.getRowType().getFieldList().get(ordinal));
    }
    return builder.build();
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    double rows = table.getRowCount() * selectivity(mq);
    for (AccessPath path : AccessPath.unique(spec, table.getRowCount())) {
      rows = Math.min(rows, path.rows());
    }
    return spec.rowLimit() > 0 ? Math.min(rows, (double) spec.rowLimit()) : rows;
  }

  private double selectivity(RelMetadataQuery mq) {
    RexNode all = RexUtil.composeConjunction(getCluster().getRexBuilder(), spec.conditions());
    BuiltInMetadata.Selectivity.Handler known =
        table.unwrap(BuiltInMetadata.Selectivity.Handler.class);
    Double found = known == null ? null : known.getSelectivity(this, mq, all);
    return found == null ? RelMdUtil.guessSelectivity(all) : found;
  }

  @Override
  public void register(RelOptPlanner planner) {}

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    List<Column> columns = spec.table().schema().columns();
    super.explainTerms(writer)
        .item("columns", spec.ordinals().stream().map(i -> columns.get(i).name()).toList())
        .itemIf("filter", spec.conditions(), !spec.conditions().isEmpty())
        .itemIf("limit", spec.rowLimit(), spec.rowLimit() > 0)
        .itemIf("using", spec.access().text(), !spec.access().equals(Access.ROWS));
    return writer;
  }
}
