package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** A table whose rows are not stored: the system makes them, or the statement keeps them. */
final class VectorMaterializedScan extends TableScan implements VectorRel {
  private final TableScan scan;
  private final ImmutableBitSet read;
  private final List<VectorType> types;

  private VectorMaterializedScan(TableScan scan, RelTraitSet traits, ImmutableBitSet read) {
    super(scan.getCluster(), traits, List.of(), scan.getTable());
    this.scan = scan;
    this.read = read;
    types =
        scan.getRowType().getFieldList().stream()
            .map(field -> VectorType.of(TypeKind.of(field.getType())))
            .toList();
  }

  /** The scan of all columns; null if the table's rows are stored. */
  static @Nullable VectorMaterializedScan of(TableScan scan) {
    boolean isHeld =
        scan.getTable().unwrap(SystemTable.class) != null
            || scan.getTable().unwrap(MaterializedCteTable.class) != null;
    return isHeld
        ? new VectorMaterializedScan(
            scan,
            scan.getCluster().traitSetOf(CONVENTION),
            ImmutableBitSet.range(scan.getRowType().getFieldCount()))
        : null;
  }

  /** Returns the scan with only some columns read: the others are NULL. */
  VectorMaterializedScan reading(ImmutableBitSet columns) {
    return new VectorMaterializedScan(scan, getTraitSet(), columns);
  }

  /** The scan in whose place it stands. */
  TableScan scan() {
    return scan;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new VectorMaterializedScan(scan, traits, read);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .itemIf("read", read, read.cardinality() < getRowType().getFieldCount());
  }

  @Override
  public List<VectorType> types() {
    return types;
  }

  @Override
  public VectorOperator open(VectorContext context) {
    return context.rows(getTable(), types, read);
  }
}
