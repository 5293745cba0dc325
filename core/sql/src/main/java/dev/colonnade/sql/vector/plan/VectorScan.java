package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.VectorOperator;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;

/** A scan whose pages become vectors. */
final class VectorScan extends PushedScan implements VectorRel {
  private final List<VectorType> types;

  private VectorScan(RelTraitSet traits, PushedScan scan) {
    super(scan.getCluster(), traits, scan.getTable(), scan.spec());
    types = typesOf(scan);
  }

  static VectorScan of(PushedScan scan) {
    return new VectorScan(scan.getTraitSet().replace(CONVENTION), scan);
  }

  private static List<VectorType> typesOf(PushedScan scan) {
    List<VectorType> types = new ArrayList<>();
    List<Column> columns = scan.spec().table().schema().columns();
    for (int i = 0; i < scan.spec().ordinals().size(); i++) {
      ColumnType stored = columns.get(scan.spec().ordinals().get(i)).type();
      RelDataType type = scan.getRowType().getFieldList().get(i).getType();
      types.add(typeOf(stored, TypeKind.of(type)));
    }
    return types;
  }

  /** Returns the representation of a column of a table. */
  static VectorType typeOf(Column column) {
    return typeOf(column.type(), TypeMapping.sqlType(column.type()).kind());
  }

  private static VectorType typeOf(ColumnType stored, TypeKind kind) {
    boolean isShortDecimal =
        stored instanceof ColumnType.Numeric && stored.storage() == StorageKind.INT64;
    return isShortDecimal
        ? VectorType.decimal(((ColumnType.Numeric) stored).scale())
        : VectorType.of(kind);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new VectorScan(traits, this);
  }

  @Override
  public List<VectorType> types() {
    return types;
  }

  @Override
  public VectorOperator open(VectorContext context) {
    return context.scan(spec(), types);
  }
}
