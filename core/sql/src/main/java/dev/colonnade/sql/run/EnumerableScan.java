package dev.colonnade.sql.run;

import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.plan.scan.ScanSpec;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;

/** A scan in the convention of generated code: calls {@link ScanRows}. */
final class EnumerableScan extends PushedScan implements EnumerableRel {
  private EnumerableScan(
      RelOptCluster cluster, RelTraitSet traits, RelOptTable table, ScanSpec spec) {
    super(cluster, traits, table, spec);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableScan(getCluster(), traits, getTable(), spec());
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    PhysType type =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
    Expression spec = implementor.stash(spec(), ScanSpec.class);
    Expression rows =
        Expressions.call(
            ScanRows.class,
            "scan",
            Expressions.convert_(DataContext.ROOT, DataContext.class),
            spec);
    return implementor.result(type, Blocks.toBlock(rows));
  }

  /** Takes a scan over into the convention. */
  static final class Rule extends ConverterRule {
    static final Rule INSTANCE =
        Config.INSTANCE
            .withConversion(
                PushedScan.class,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "EnumerableScanRule")
            .withRuleFactory(Rule::new)
            .toRule(Rule.class);

    private Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      PushedScan scan = (PushedScan) rel;
      return new EnumerableScan(
          scan.getCluster(),
          scan.getTraitSet().replace(EnumerableConvention.INSTANCE),
          scan.getTable(),
          scan.spec());
    }
  }
}
