package dev.colonnade.sql.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.sql.system.SystemTables;
import org.apache.calcite.plan.RelOptSchema;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptTable.ToRelContext;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/**
 * Sequence as a table of one row with its current value: a filter over the rows of all sequences.
 */
final class SnapshotSequence extends AbstractTable implements TranslatableTable {
  private final int id;

  SnapshotSequence(SequenceEntry sequence) {
    this.id = sequence.id();
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return factory
        .builder()
        .add("last_value", SqlTypeName.BIGINT)
        .add("log_cnt", SqlTypeName.BIGINT)
        .add("is_called", SqlTypeName.BOOLEAN)
        .build();
  }

  @Override
  public RelNode toRel(ToRelContext context, RelOptTable table) {
    RelOptSchema schema = requireNonNull(table.getRelOptSchema(), "schema is null");
    RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(context.getCluster(), schema);
    return builder
        .scan(SystemTables.INTERNAL_SCHEMA, SystemTables.SEQUENCE_VALUES)
        .filter(builder.equals(builder.field(0), builder.literal(id)))
        .project(builder.field(1), builder.field(2), builder.field(3))
        .build();
  }
}
