package dev.colonnade.sql.plan;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.plan.convert.Convertlets;
import dev.colonnade.sql.plan.syntax.SyntaxRewriter;
import dev.colonnade.sql.plan.type.PostgresTypeFactory;
import dev.colonnade.sql.plan.validate.PostgresValidator;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.schema.SnapshotCatalogReader;
import dev.colonnade.sql.schema.TableStatisticsSource;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable.ViewExpander;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/**
 * The views that one query needs: each is parsed and validated where it was written, with the names
 * of its own path. One thread.
 */
final class Views implements ViewExpander {
  private final NameScope names;
  private final TableStatisticsSource figures;
  private final PostgresTypeFactory factory;
  private @Nullable RelOptCluster cluster;

  Views(NameScope names, TableStatisticsSource figures, PostgresTypeFactory factory) {
    this.names = names;
    this.figures = figures;
    this.factory = factory;
  }

  /** The reader of the query's own names, before which names of WITH come. */
  SnapshotCatalogReader reader(List<MaterializedCteTable> held) {
    return SnapshotCatalogReader.of(names, figures, this::rowType, factory, held);
  }

  private SnapshotCatalogReader reader(NameScope scope) {
    return SnapshotCatalogReader.of(scope, figures, this::rowType, factory, List.of());
  }

  /** The plans of views are put into those of this cluster. */
  void useCluster(RelOptCluster used) {
    cluster = used;
  }

  private RelDataType rowType(View view) {
    PostgresValidator validator =
        new PostgresValidator(reader(names.withPath(view.lookup().path())), factory);
    SqlNode validated = validator.validate(SyntaxRewriter.rewritten(parsed(view)));
    List<RelDataTypeField> fields = validator.getValidatedNodeType(validated).getFieldList();
    List<RelDataType> types =
        fields.stream().limit(view.columnNames().size()).map(RelDataTypeField::getType).toList();
    return factory.createStructType(types, view.columnNames());
  }

  private static SqlNode parsed(View view) {
    return StatementParser.parse(view.query());
  }

  @Override
  public RelRoot expandView(
      RelDataType rowType,
      String queryString,
      List<String> schemaPath,
      @Nullable List<String> viewPath) {
    RelOptCluster used = cluster;
    if (used == null
        || !(names.catalog().findRelation(Integer.parseInt(schemaPath.getFirst()))
            instanceof View view)) {
      throw new IllegalStateException("not a view of this query: " + schemaPath);
    }
    SnapshotCatalogReader reader = reader(names.withPath(view.lookup().path()));
    PostgresValidator validator = new PostgresValidator(reader, factory);
    SqlNode validated = validator.validate(SyntaxRewriter.rewritten(parsed(view)));
    boolean needsValidation = false;
    boolean isTop = true;
    RelRoot root =
        converter(validator, reader, used).convertQuery(validated, needsValidation, isTop);
    return root.withRel(root.project());
  }

  /** Turns validated queries into plans. */
  SqlToRelConverter converter(
      PostgresValidator validator, SnapshotCatalogReader reader, RelOptCluster used) {
    return new SqlToRelConverter(
        this, validator, reader, used, Convertlets.INSTANCE, QueryPlanner.CONVERSION);
  }

  /**
   * Returns the offset in the text of a position of the parser, which counts lines and columns from
   * 1.
   */
  static int offset(String text, int line, int column) {
    int start = 0;
    for (int i = 1; i < line; i++) {
      start = text.indexOf('\n', start) + 1;
    }
    return start + column - 1;
  }
}
