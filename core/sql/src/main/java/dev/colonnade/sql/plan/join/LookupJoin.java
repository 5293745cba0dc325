package dev.colonnade.sql.plan.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.plan.scan.Access;
import dev.colonnade.sql.plan.scan.ScanSpec;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;

/**
 * A join that looks the rows of a table up by a key of it, for many rows of its input at a time.
 */
public class LookupJoin extends SingleRel {
  private final JoinRelType joinType;
  private final Lookup lookup;
  private final double rowCount;
  private final TableScan table;

  protected LookupJoin(
      RelOptCluster cluster, RelTraitSet traits, RelNode input, RelDataType rowType, Terms terms) {
    super(cluster, traits, input);
    this.rowType = requireNonNull(rowType, "rowType is null");
    this.joinType = terms.joinType();
    this.lookup = terms.lookup();
    this.rowCount = terms.rowCount();
    this.table = terms.table();
  }

  /**
   * Properties of a join besides its input.
   *
   * @param rowCount estimated number of rows that it returns
   * @param table whose rows are looked up
   */
  public record Terms(JoinRelType joinType, Lookup lookup, double rowCount, TableScan table) {}

  /**
   * Lookup of rows by key.
   *
   * @param scan of the table; its access defines the key
   * @param inputKeys fields of the input
   * @param columns positions in the table's schema which equal them
   */
  public record Lookup(ScanSpec scan, List<Integer> inputKeys, List<Integer> columns) {
    public Lookup {
      requireNonNull(scan, "scan is null");
      inputKeys = List.copyOf(inputKeys);
      columns = List.copyOf(columns);
    }
  }

  public Terms terms() {
    return new Terms(joinType, lookup, rowCount, table);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new LookupJoin(getCluster(), traits, inputs.getFirst(), getRowType(), terms());
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rowCount;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    ScanSpec scan = lookup.scan();
    Access access = scan.access();
    String key = access.equals(Access.ROWS) ? "primary key" : access.text();
    return super.explainTerms(writer)
        .item("joinType", joinType.lowerName)
        .item("table", scan.table().name())
        .item("keys", lookup.inputKeys())
        .itemIf("filter", scan.conditions(), !scan.conditions().isEmpty())
        .item("using", key);
  }
}
