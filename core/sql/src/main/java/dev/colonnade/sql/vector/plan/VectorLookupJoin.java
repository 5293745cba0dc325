package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.scan.ScanSpec;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.JoinShape;
import dev.colonnade.sql.vector.operator.LookupOperator;
import dev.colonnade.sql.vector.operator.RowLookup;
import dev.colonnade.sql.vector.operator.VectorOperator;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/** A lookup join on vectors. */
final class VectorLookupJoin extends LookupJoin implements VectorRel {
  private final JoinShape shape;
  private final List<Column> read;

  private VectorLookupJoin(
      RelTraitSet traits, RelNode input, LookupJoin like, JoinShape shape, List<Column> read) {
    super(like.getCluster(), traits, input, like.getRowType(), like.terms());
    this.shape = shape;
    this.read = read;
  }

  /** Returns the join on vectors; null if keys of the two sides have different representations. */
  static @Nullable VectorLookupJoin of(LookupJoin join, VectorRel input, RelTraitSet traits) {
    Lookup lookup = join.terms().lookup();
    ScanSpec scan = lookup.scan();
    List<Column> columns = scan.table().schema().columns();
    List<Column> read = new ArrayList<>();
    if (join.terms().joinType().projectsRight()) {
      scan.ordinals().forEach(ordinal -> read.add(columns.get(ordinal)));
    }
    List<Integer> buildKeys = new ArrayList<>();
    for (int ordinal : lookup.columns()) {
      Column column = columns.get(ordinal);
      if (!read.contains(column)) {
        read.add(column);
      }
      buildKeys.add(read.indexOf(column));
    }
    List<VectorType> types = read.stream().map(VectorScan::typeOf).toList();
    for (int i = 0; i < buildKeys.size(); i++) {
      VectorType probe = input.types().get(lookup.inputKeys().get(i));
      VectorType build = types.get(buildKeys.get(i));
      boolean isSame =
          probe.kind() == build.kind() || (probe.kind().isText() && build.kind().isText());
      if (!isSame || !probe.hasSameForm(build)) {
        return null;
      }
    }
    JoinShape.Keys keys =
        new JoinShape.Keys(
            lookup.inputKeys(), buildKeys, Collections.nCopies(buildKeys.size(), false));
    JoinShape.Kind kind = VectorPlanner.kindOf(join.terms().joinType(), false);
    return kind == null
        ? null
        : new VectorLookupJoin(
            traits,
            input,
            join,
            new JoinShape(kind, false, input.types(), types, keys, null),
            read);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new VectorLookupJoin(traits, inputs.getFirst(), this, shape, read);
  }

  @Override
  public List<VectorType> types() {
    return shape.pairTypes().subList(0, getRowType().getFieldCount());
  }

  @Override
  public VectorOperator open(VectorContext context) {
    VectorOperator input = VectorInputs.open(getInput(), context);
    try {
      RowLookup lookup =
          context.lookup(terms().lookup(), read, shape.buildTypes(), shape.probeTypes());
      return new LookupOperator(shape, getRowType().getFieldCount(), input, lookup, context.run());
    } catch (RuntimeException | Error e) {
      input.close();
      throw e;
    }
  }
}
