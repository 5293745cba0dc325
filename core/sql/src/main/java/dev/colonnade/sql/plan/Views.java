package dev.colonnade.sql.plan;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.plan.convert.Convertlets;
import dev.colonnade.sql.plan.syntax.SyntaxRewriter;
import dev.colonnade.sql.plan.tree.ResultNames;
import dev.colonnade.sql.plan.validate.PostgresValidator;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.schema.SnapshotCatalogReader;
import dev.colonnade.sql.schema.TableStatisticsSource;
import dev.colonnade.sql.type.PostgresTypeFactory;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable.ViewExpander;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
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

  /** Returns the shape of a query as a view. */
  ViewShape shape(SqlNode query, String text) {
    SnapshotCatalogReader reader = reader(names);
    PostgresValidator validator = new PostgresValidator(reader, factory);
    List<String> given = ResultNames.of(query);
    List<Integer> stars = stars(query);
    Star star = stars.size() == 1 ? Star.of((SqlSelect) query, stars.getFirst()) : null;
    SqlNode validated = validator.validate(SyntaxRewriter.rewritten(query));
    List<String> found = validator.getValidatedNodeType(validated).getFieldNames();
    List<String> columnNames = ResultNames.of(given, found);
    Set<View.Dependency> uses = new HashSet<>();
    Set<List<String>> identifiers = identifiers(validated);
    for (List<String> identifier : identifiers) {
      Relation relation = identifier.size() > 1 ? names.findRelation(identifier) : null;
      if (relation != null) {
        uses.add(new View.Dependency(relation.id(), 0));
      }
      if (relation instanceof Table table) {
        table.schema().columns().stream()
            .filter(column -> identifiers.stream().anyMatch(parts -> endsWith(parts, column)))
            .forEach(column -> uses.add(new View.Dependency(table.id(), column.id())));
      }
    }
    return new ViewShape(star == null ? text : star.replacedIn(text, validated), columnNames, uses);
  }

  private static boolean endsWith(List<String> identifier, Column column) {
    return !identifier.isEmpty() && identifier.getLast().equals(column.name());
  }

  /** Returns the positions of stars in the select list of a query. */
  private static List<Integer> stars(SqlNode query) {
    List<Integer> found = new ArrayList<>();
    if (query instanceof SqlSelect select) {
      for (int i = 0; i < select.getSelectList().size(); i++) {
        if (select.getSelectList().get(i) instanceof SqlIdentifier item && item.isStar()) {
          found.add(i);
        }
      }
    }
    return found;
  }

  /**
   * The only star of a query as it is written, before validation puts columns in its place: later
   * columns of a table are none of a view that was made before.
   */
  private record Star(SqlParserPos pos, int index, int itemCount) {
    static Star of(SqlSelect query, int index) {
      SqlParserPos pos = query.getSelectList().get(index).getParserPosition();
      return new Star(pos, index, query.getSelectList().size());
    }

    String replacedIn(String text, SqlNode validated) {
      if (!(validated instanceof SqlSelect expanded)) {
        return text;
      }
      int count = expanded.getSelectList().size() - (itemCount - 1);
      List<String> items = new ArrayList<>();
      for (int i = index; i < index + count; i++) {
        SqlNode item = SqlUtil.stripAs(expanded.getSelectList().get(i));
        if (!(item instanceof SqlIdentifier column)) {
          return text;
        }
        List<String> parts = column.names;
        items.add(
            parts.subList(Math.max(0, parts.size() - 2), parts.size()).stream()
                .map(NameScope::quoted)
                .collect(Collectors.joining(".")));
      }
      return text.substring(0, offset(text, pos.getLineNum(), pos.getColumnNum()))
          + String.join(", ", items)
          + text.substring(offset(text, pos.getEndLineNum(), pos.getEndColumnNum()) + 1);
    }
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

  private static Set<List<String>> identifiers(SqlNode validated) {
    Set<List<String>> found = new HashSet<>();
    validated.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            found.add(identifier.names);
            return null;
          }
        });
    return found;
  }
}
