package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.scan.ScanSpec;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.OperatorRun;
import dev.colonnade.sql.vector.operator.RowLookup;
import dev.colonnade.sql.vector.operator.VectorOperator;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.util.ImmutableBitSet;

/** Context that a plan runs in. */
public interface VectorContext {
  OperatorRun run();

  /** An operator that was opened, measured if the plan is. */
  VectorOperator measured(VectorRel node, VectorOperator operator);

  /** The rows of a scan, with columns of these types. */
  VectorOperator scan(ScanSpec spec, List<VectorType> types);

  /**
   * The rows of a table that the system makes or the statement keeps.
   *
   * @param types of its columns
   * @param read the columns that are read
   */
  VectorOperator rows(RelOptTable table, List<VectorType> types, ImmutableBitSet read);

  /**
   * Returns the row source of a lookup join.
   *
   * @param read the columns that are read
   * @param types of these
   * @param inputTypes of the columns of the join's input
   */
  RowLookup lookup(
      LookupJoin.Lookup lookup,
      List<Column> read,
      List<VectorType> types,
      List<VectorType> inputTypes);
}
