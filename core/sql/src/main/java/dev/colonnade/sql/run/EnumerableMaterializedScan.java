package dev.colonnade.sql.run;

import dev.colonnade.sql.schema.MaterializedCteTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.jspecify.annotations.Nullable;

/** The rows of a name of WITH that are kept while the statement runs. */
public final class EnumerableMaterializedScan extends TableScan implements EnumerableRel {
  private EnumerableMaterializedScan(RelOptCluster cluster, RelTraitSet traits, RelOptTable table) {
    super(cluster, traits, List.of(), table);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableMaterializedScan(getCluster(), traits, getTable());
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    PhysType type =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
    MaterializedCteTable held = getTable().unwrapOrThrow(MaterializedCteTable.class);
    Expression rows =
        Expressions.call(
            EnumerableMaterializedScan.class,
            "rows",
            Expressions.convert_(DataContext.ROOT, DataContext.class),
            implementor.stash(held, MaterializedCteTable.class));
    return implementor.result(type, Blocks.toBlock(rows));
  }

  /** Called by generated code. */
  public static Enumerable<@Nullable Object> rows(DataContext root, MaterializedCteTable table) {
    List<@Nullable Object[]> rows = ((CompiledQuery.Root) root).context().heldRows(table);
    boolean isScalar = !rows.isEmpty() && rows.getFirst().length == 1;
    List<@Nullable Object> held = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      held.add(isScalar ? row[0] : row);
    }
    return Linq4j.asEnumerable(held);
  }

  /** Takes a scan of a name of WITH over into the convention. */
  static final class Rule extends ConverterRule {
    static final Rule INSTANCE =
        Config.INSTANCE
            .withConversion(
                LogicalTableScan.class,
                scan -> scan.getTable().unwrap(MaterializedCteTable.class) != null,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "EnumerableHeldScanRule")
            .withRuleFactory(Rule::new)
            .toRule(Rule.class);

    private Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      return new EnumerableMaterializedScan(
          rel.getCluster(),
          rel.getTraitSet().replace(EnumerableConvention.INSTANCE),
          ((TableScan) rel).getTable());
    }
  }
}
