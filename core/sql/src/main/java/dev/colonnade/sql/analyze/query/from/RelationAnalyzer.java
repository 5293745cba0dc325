package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.policy.RowPolicies;
import dev.colonnade.sql.analyze.scope.CommonTable;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.RelationNames;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.system.AttributeNumbers;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Analysis of relations by their names: tables, views, sequences, items of WITH. */
final class RelationAnalyzer {
  private final QueryContext context;
  private final StatementAnalysis statement;
  private final @Nullable List<KeyedTable> keys;

  /**
   * Creates the analysis.
   *
   * @param keys to which tables are added with their keys; null if keys are not needed
   */
  RelationAnalyzer(QueryContext context, @Nullable List<KeyedTable> keys) {
    this.context = context;
    this.statement = context.statement();
    this.keys = keys;
  }

  FromSource analyze(FromItem.Table item) {
    List<String> parts = item.relation().name().parts();
    CommonTable common = parts.size() == 1 ? context.findTable(parts.getFirst()) : null;
    if (common != null && !common.isFuture()) {
      requireNoSample(item);
      return common(common.resolved(item.position()), item);
    }
    SystemTable system = RelationNames.systemTable(statement.names(), parts);
    if (system != null) {
      return system(system, item);
    }
    Relation relation = find(parts, common, item.position());
    NameUses uses = statement.uses();
    if (uses != null) {
      int position = item.relation().name().position();
      uses.addNamed(position, new NameUses.NamedObject(relation.id(), parts.size()));
      if (parts.size() == 1) {
        uses.addRelation(position, relation.id());
      }
    }
    if (!(relation instanceof Table)) {
      requireNoSample(item);
    }
    return switch (relation) {
      case Table table -> table(table, item);
      case View view -> view(view, item);
      case SequenceEntry sequence -> {
        statement.use(sequence.id());
        statement.require(sequence.id(), Privilege.SELECT);
        yield relation(item, SequenceSource.of(sequence, statement), SystemOids.of(sequence.id()));
      }
    };
  }

  private static void requireNoSample(FromItem.Table item) {
    if (item.sample() != null) {
      throw ScopeErrors.at(
          ErrorCode.UNSUPPORTED,
          "TABLESAMPLE clause can only be applied to tables and materialized views",
          item.relation().name().position());
    }
  }

  private Relation find(List<String> parts, @Nullable CommonTable common, int position) {
    Relation found;
    try {
      found = statement.names().findRelation(parts);
    } catch (ColonnadeException e) {
      throw e.position() > 0 ? e : e.with(e.fields().withPosition(position + 1));
    }
    if (found != null) {
      return found;
    }
    ColonnadeException unknown = NameScope.unknownRelation(parts);
    ErrorFields fields = ErrorFields.at(position + 1);
    throw unknown.with(
        common == null
            ? fields
            : fields
                .withDetail(
                    "There is a WITH item named \"%s\", but it cannot be referenced from this part"
                            .formatted(common.name())
                        + " of the query.")
                .withHint(
                    "Use WITH RECURSIVE, or re-order the WITH items to remove forward"
                        + " references."));
  }

  private FromSource common(CommonTable common, FromItem.Table item) {
    List<Variable> variables = new ArrayList<>();
    List<NamedColumn> columns = new ArrayList<>();
    for (CommonTable.Column column : common.columns()) {
      Variable variable = statement.variables().copyOf(column.variable());
      variables.add(variable);
      TypedExpression value =
          new TypedExpression(
              variable, column.type(), column.fields(), TypedExpression.NO_POSITION);
      columns.add(new NamedColumn(column.name(), value, column.origin()));
    }
    LogicalPlan plan = common.reference(variables, item.position());
    FromItem.Alias alias = item.alias();
    return FromSource.of(
        plan,
        new ScopeRelation(
            alias == null ? common.name() : alias.name(),
            ScopeRelation.Kind.ALIASED,
            0,
            AliasColumns.of(columns.subList(0, common.visibleCount()), alias),
            columns.subList(common.visibleCount(), columns.size()),
            new ScopeRelation.RowInformation(null, false)));
  }

  private static NamedColumn column(
      String name, Variable variable, TypeReference type, Origin origin) {
    return new NamedColumn(
        name, TypedExpression.of(variable, type, TypedExpression.NO_POSITION), origin);
  }

  private FromSource table(Table table, FromItem.Table item) {
    statement.use(table.id());
    statement.require(table.id(), Privilege.SELECT);
    TableSchema schema = table.schema();
    Map<Integer, Variable> variables = new HashMap<>();
    List<TableColumn> read = new ArrayList<>();
    List<NamedColumn> columns = new ArrayList<>();
    List<NamedColumn> hidden = new ArrayList<>();
    AttributeNumbers numbers = AttributeNumbers.of(schema);
    for (int i = 0; i < schema.columns().size(); i++) {
      Column column = schema.columns().get(i);
      Variable variable = statement.variables().create(ColumnTypes.vector(column), column.name());
      variables.put(column.id(), variable);
      read.add(new TableColumn(column, i, variable));
      TypeReference type = ColumnTypes.of(column, statement.registry());
      Origin origin =
          new Origin((int) SystemOids.of(table.id()), column.id(), numbers.of(column.id()));
      (column.isHidden() ? hidden : columns).add(column(column.name(), variable, type, origin));
    }
    hidden.add(RelationNames.tableOid(table.id(), statement.registry()));
    String alias = nameOf(item);
    if (keys != null) {
      List<Variable> key = new ArrayList<>();
      for (KeyColumn part : schema.primaryKey()) {
        key.add(variables.get(part.columnId()));
      }
      keys.add(new KeyedTable(alias, table, key));
    }
    return relation(
        item,
        new RelationRows(
            visible(table, new LogicalSource.TableScan(table, alias, read), columns),
            columns,
            hidden,
            statement.registry().types().find(SystemOids.rowType(table.id())),
            variables.get(schema.primaryKey().getFirst().columnId())),
        SystemOids.of(table.id()));
  }

  /** Returns the rows that the policies of the table show; rows to lock have to be changeable. */
  private LogicalPlan visible(Table table, LogicalPlan scan, List<NamedColumn> columns) {
    RowPolicies policies = RowPolicies.of(table, context);
    return keys == null
        ? policies.visible(scan, columns, RowPolicy.Command.SELECT)
        : policies.visible(scan, columns, RowPolicy.Command.UPDATE, RowPolicy.Command.SELECT);
  }

  private static String nameOf(FromItem.Table item) {
    FromItem.Alias alias = item.alias();
    return alias == null ? item.relation().name().parts().getLast() : alias.name();
  }

  private static FromSource relation(FromItem.Table item, RelationRows source, long oid) {
    return relation(nameOf(item), item.alias(), source, oid);
  }

  private static FromSource relation(
      String name, FromItem.@Nullable Alias alias, RelationRows source, long oid) {
    ScopeRelation relation =
        new ScopeRelation(
            name,
            alias == null ? ScopeRelation.Kind.NAMED : ScopeRelation.Kind.ALIASED,
            oid,
            AliasColumns.of(source.columns(), alias),
            source.systemColumns(),
            new ScopeRelation.RowInformation(
                source.rowType() == null ? null : TypeReference.of(source.rowType()),
                false,
                source.key()));
    return FromSource.of(source.plan(), relation);
  }

  /** Returns the rows of a function that are those of a system table; null for others. */
  @Nullable FromSource systemFunction(FromItem.Functions item) {
    SystemFunction function = SystemFunction.of(item);
    if (function == null) {
      return null;
    }
    FromItem.Alias alias = item.alias();
    RelationRows rows = function.rows(statement);
    return relation(alias == null ? function.name() : alias.name(), alias, rows, 0);
  }

  private FromSource system(SystemTable table, FromItem.Table item) {
    statement.readSystem(table);
    return relation(item, SystemSource.of(table, statement), table.oid());
  }

  private FromSource view(View view, FromItem.Table item) {
    statement.use(view.id());
    statement.require(view.id(), Privilege.SELECT);
    StatementAnalysis inside = statement.within(view);
    if (!(SqlParser.parse(view.query()).getFirst().statement() instanceof Query query)) {
      throw new ColonnadeException(
          ErrorCode.INTERNAL, "text of a view is no query: view=" + view.name());
    }
    AnalyzedQuery analyzed =
        context
            .analyses()
            .query(query, new QueryContext(inside, null, null, List.of(), context.analyses()));
    List<NamedColumn> columns = new ArrayList<>();
    for (int i = 0; i < view.columnNames().size(); i++) {
      ResultColumn column = analyzed.columns().get(i);
      Origin origin = new Origin((int) SystemOids.of(view.id()), i + 1);
      TypedExpression value = column.value(TypedExpression.NO_POSITION);
      columns.add(new NamedColumn(view.columnNames().get(i), value, origin));
    }
    return relation(
        item,
        new RelationRows(analyzed.plan(), columns, List.of(), null),
        SystemOids.of(view.id()));
  }
}
