package dev.colonnade.sql.plan.validate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.operator.PostgresOperators;
import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.plan.syntax.AggregateCalls;
import dev.colonnade.sql.plan.tree.ExpressionNames;
import dev.colonnade.sql.plan.tree.ResultNames;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.schema.SnapshotCatalogReader;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/** Validates as PostgreSQL does: NULL is greater than all values, columns get its names. */
public final class PostgresValidator extends SqlValidatorImpl {
  private static final SqlOperatorTable OPERATORS =
      AggregateCalls.before(PostgresOperators.table());

  private static final SqlValidator.Config CONFIG =
      SqlValidator.Config.DEFAULT
          .withConformance(new PostgresConformance())
          .withTypeCoercionFactory(PostgresCoercion::new)
          .withDefaultNullCollation(NullCollation.HIGH)
          .withIdentifierExpansion(true)
          .withTypeCoercionEnabled(true);

  /** The names that can be seen where the validator is; null at its start. */
  private @Nullable SqlValidatorScope place;

  /** True if a list has several columns of one name, made by stars. */
  private boolean hasRepeatedNames;

  /** Conditions of joins by names, where the names alone do not define them; set at the end. */
  private final IdentityHashMap<SqlJoin, SqlNode> conditions = new IdentityHashMap<>();

  /** Positions of stars, and of names of whole rows. */
  private final Set<SqlParserPos> stars = new HashSet<>();

  /** Set operations whose sides are validated. */
  private final Set<SqlCall> operations = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Depth within a column of the inference of parameters' types. */
  private int inferenceDepth;

  public PostgresValidator(SnapshotCatalogReader reader, RelDataTypeFactory factory) {
    super(OPERATORS, reader, factory, CONFIG);
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode node) {
    place = scope;
    if (node instanceof SqlIdentifier name && name.isSimple()) {
      SqlNode joined = joined(name, scope);
      if (!joined.equals(name)) {
        return deriveType(scope, joined);
      }
    }
    if (node instanceof SqlBasicCall call && getValidatedNodeTypeIfKnown(call) == null) {
      OuterAggregates.refuse(this, scope, call);
      AggregateCalls.resolve(this, scope, call);
      SharedTypes.apply(this, scope, call);
      Comparisons.require(this, scope, call);
      AggregateArguments.require(this, scope, call);
      if (FunctionCalls.isOpen(call)) {
        FunctionCalls.resolve(this, scope, call);
      } else if (call.getKind() == SqlKind.CAST && call.operand(1) instanceof SqlDataTypeSpec) {
        deriveCast(scope, call);
      }
    }
    if (node instanceof SqlCase conditional && getValidatedNodeTypeIfKnown(node) == null) {
      SharedTypes.apply(this, scope, conditional);
    }
    place = scope;
    return super.deriveType(scope, node);
  }

  @Override
  protected RelDataType validateSelectList(
      SqlNodeList items, SqlSelect select, RelDataType targetRowType) {
    SqlNodeList written = RowReferences.replaced(items, this, getSelectScope(select));
    RelDataType row = super.validateSelectList(written, select, targetRowType);
    List<String> names = row.getFieldNames();
    return new HashSet<>(names).size() == names.size() ? row : withOwnNames(row, select);
  }

  /** A list with several columns of one name, each under a name of its own. */
  private RelDataType withOwnNames(RelDataType row, SqlSelect select) {
    hasRepeatedNames = true;
    Set<String> taken = new HashSet<>();
    List<String> names = new ArrayList<>();
    SqlNodeList list = select.getSelectList();
    for (int i = 0; i < list.size(); i++) {
      String name = ResultNames.unlike(row.getFieldNames().get(i), taken);
      taken.add(name);
      names.add(name);
      if (!name.equals(row.getFieldNames().get(i))) {
        SqlNode renamed = SqlValidatorUtil.addAlias(SqlUtil.stripAs(list.get(i)), name);
        setValidatedNodeType(renamed, row.getFieldList().get(i).getType());
        list.set(i, renamed);
      }
    }
    return getTypeFactory()
        .createStructType(
            row.getFieldList().stream().map(RelDataTypeField::getType).toList(), names);
  }

  @Override
  public SqlNode validate(SqlNode topNode) {
    SqlNode validated = super.validate(topNode);
    hasRepeatedNames = false; // what names may be is settled
    conditions.forEach(PostgresValidator::joinOn);
    return validated;
  }

  private static void joinOn(SqlJoin join, SqlNode condition) {
    SqlParserPos pos = join.getParserPosition();
    join.setOperand(1, SqlLiteral.createBoolean(false, pos));
    join.setOperand(4, JoinConditionType.ON.symbol(pos));
    join.setOperand(5, condition);
  }

  @Override
  protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
    super.validateJoin(join, scope);
    SqlNode condition = JoinedNames.condition(join, this);
    if (condition != null) {
      SqlValidatorScope joinScope = getJoinScope(join);
      SqlNode expanded = super.expand(condition, joinScope);
      validateWhereOrOn(joinScope, expanded, "ON");
      conditions.put(join, expanded);
    }
  }

  @Override
  protected void validateNamespace(SqlValidatorNamespace namespace, RelDataType target) {
    SqlNode node = namespace.getNode();
    boolean isOperation = node != null && node.isA(SqlKind.SET_QUERY);
    if (isOperation && node instanceof SqlCall operation && operations.add(operation)) {
      for (SqlNode side : operation.getOperandList()) {
        validateQuery(side, requireNonNull(scopes.get(operation), "no scope"), target);
      }
      SharedTypes.requireShared(this, operation);
    }
    super.validateNamespace(namespace, target);
  }

  @Override
  protected void validateValues(SqlCall values, RelDataType target, SqlValidatorScope scope) {
    if (!target.isStruct()) {
      for (SqlNode row : values.getOperandList()) {
        inferUnknownTypes(target, scope, row);
      }
      SharedTypes.ofRows(this, scope, values);
    }
    super.validateValues(values, target, scope);
  }

  @Override
  public void validateWithItem(SqlWithItem item) {
    SqlNodeList columns = item.columnList;
    int available = getValidatedNodeType(item.query).getFieldCount();
    if (columns != null && columns.size() > available) {
      throw SqlErrors.at(
          item.name.getParserPosition(),
          new ColonnadeException(
              ErrorCode.INVALID_COLUMN_REFERENCE,
              "WITH query \"%s\" has %d columns available but %d columns specified"
                  .formatted(item.name, available, columns.size())));
    }
    super.validateWithItem(item);
  }

  @Override
  public SqlNode expand(SqlNode node, SqlValidatorScope scope) {
    place = scope;
    return super.expand(joined(node, scope), scope);
  }

  @Override
  public SqlNode expandSelectExpr(
      SqlNode node, SelectScope scope, SqlSelect select, Map<String, SqlNode> expansions) {
    place = scope;
    return super.expandSelectExpr(joined(node, scope), scope, select, expansions);
  }

  private SqlNode joined(SqlNode node, SqlValidatorScope scope) {
    return JoinedNames.replaced(node, scope, this, hasRepeatedNames);
  }

  @Override
  protected void validateHavingClause(SqlSelect select) {
    SqlNode having = select.getHaving();
    if (having != null) {
      select.setHaving(joined(having, getFromScope(select)));
    }
    super.validateHavingClause(select);
  }

  @Override
  public CalciteContextException newValidationError(
      SqlNode node, Resources.ExInst<SqlValidatorException> error) {
    return new ValidationErrors(this, place, super.newValidationError(node, error)).at(node);
  }

  /** A name of several columns of the list is none too many if all of them are the same. */
  @Override
  protected void validateOrderList(SqlSelect select) {
    SqlNodeList order = select.getOrderList();
    if (order != null) {
      SortKeys.require(select, order);
      for (int i = 0; i < order.size(); i++) {
        SqlNode item = SharedLabels.resolved(order.get(i), select.getSelectList());
        boolean isLabel = SharedLabels.isLabel(item, select.getSelectList());
        order.set(i, isLabel ? item : joined(item, getFromScope(select)));
      }
    }
    super.validateOrderList(select);
  }

  /** Groups also by what the columns that are grouped by decide. */
  @Override
  protected void validateGroupClause(SqlSelect select) {
    SqlNodeList written = select.getGroup();
    if (written != null) {
      List<SqlNode> items = new ArrayList<>();
      written.forEach(item -> items.add(joined(ofPlace(item, select), getFromScope(select))));
      select.setGroupBy(new SqlNodeList(items, written.getParserPosition()));
    }
    super.validateGroupClause(select);
    SqlNodeList group = select.getGroup();
    if (group != null && getFromScope(select) instanceof SelectScope scope) {
      List<SqlNode> others = DependentColumns.of(select, group, scope);
      if (!others.isEmpty()) {
        List<SqlNode> all = new ArrayList<>(group);
        all.addAll(others);
        select.setGroupBy(new SqlNodeList(all, group.getParserPosition()));
        super.validateGroupClause(select);
      }
    }
  }

  /** The column that a place or a label in GROUP BY means, if it has names of joins in it. */
  private SqlNode ofPlace(SqlNode item, SqlSelect select) {
    SqlNode column =
        item instanceof SqlNumericLiteral || SharedLabels.isLabel(item, select.getSelectList())
            ? SharedLabels.column(item, select.getSelectList())
            : null;
    SqlValidatorScope scope = getFromScope(select);
    boolean isColumn = item instanceof SqlIdentifier name && JoinedNames.isColumn(name, scope);
    return column == null || isColumn || joined(column, scope).equals(column) ? item : column;
  }

  /** Is called for what a star stands for, which hidden keys are no part of. */
  @Override
  protected void addToSelectList(
      List<SqlNode> list,
      Set<String> aliases,
      List<Map.Entry<String, RelDataType>> fields,
      SqlNode expression,
      SelectScope scope,
      boolean includeSystemVars) {
    boolean isHidden =
        expression instanceof SqlIdentifier identifier
            && (identifier.names.getLast().equals(Column.HIDDEN_KEY)
                || identifier.names.getLast().equals(ExtraOperators.NOTHING)
                || isHiddenOfSystem(scope, identifier.names));
    standsForAll(expression.getParserPosition());
    if (!isHidden) {
      SqlNode named = withOwnName(expression, aliases);
      super.addToSelectList(list, aliases, fields, named, scope, includeSystemVars);
    }
  }

  /**
   * Marks an expression at a position that refers to columns by their position in a row, and to
   * none by name.
   */
  void standsForAll(SqlParserPos pos) {
    stars.add(pos);
  }

  boolean isForAll(SqlIdentifier name) {
    return stars.contains(name.getParserPosition());
  }

  /** The column of a star under a name that the list does not have yet. */
  private SqlNode withOwnName(SqlNode column, Set<String> taken) {
    String name = deriveAlias(column, -1);
    if (name == null || !taken.contains(name)) {
      return column;
    }
    hasRepeatedNames = true;
    return SqlValidatorUtil.addAlias(column, ResultNames.unlike(name, taken));
  }

  /** Returns whether a qualified name is that of a hidden column of the system's tables. */
  private boolean isHiddenOfSystem(SqlValidatorScope scope, List<String> names) {
    if (names.size() < 2) {
      return false;
    }
    SqlValidatorScope.ResolvedImpl found = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(
        names.subList(0, names.size() - 1), getCatalogReader().nameMatcher(), false, found);
    SqlValidatorTable table = found.count() == 1 ? found.only().namespace.getTable() : null;
    SystemTable system = table == null ? null : table.unwrap(SystemTable.class);
    return system != null && system.isSystemColumn(names.getLast());
  }

  @Override
  public @Nullable List<String> usingNames(SqlJoin join) {
    List<String> names = super.usingNames(join);
    if (names != null && names.contains(Column.HIDDEN_KEY)) {
      throw SqlErrors.at(
          join.getParserPosition(),
          new ColonnadeException(
              ErrorCode.UNSUPPORTED, "NATURAL JOIN of two tables without a primary key"));
    }
    return names;
  }

  @Override
  public CalciteException handleUnresolvedFunction(
      SqlCall call,
      SqlOperator unresolved,
      List<RelDataType> argumentTypes,
      @Nullable List<String> argumentNames) {
    List<SqlType> types = new ArrayList<>();
    for (int i = 0; i < argumentTypes.size(); i++) {
      boolean isUntyped = FunctionCalls.isUntyped(call.operand(i));
      types.add(
          isUntyped ? SqlType.of(TypeKind.UNKNOWN) : CalciteTypes.sqlType(argumentTypes.get(i)));
    }
    String name = unresolved.getName().toLowerCase(Locale.ROOT);
    throw SqlErrors.at(call.getParserPosition(), FunctionCalls.unknown(name, true, types));
  }

  /** Casts of and to types of which Calcite knows nothing. */
  private void deriveCast(SqlValidatorScope scope, SqlBasicCall call) {
    SqlNode operand = call.operand(0);
    TypeLengths.require(call.operand(1));
    if (operand instanceof SqlDynamicParam || SqlUtil.isNullLiteral(operand, false)) {
      return;
    }
    if (operand instanceof SqlCharStringLiteral text) {
      requireLabel(text, call.<SqlDataTypeSpec>operand(1));
    }
    RelDataType from = deriveType(scope, operand);
    RelDataType to = call.<SqlDataTypeSpec>operand(1).deriveType(this);
    LiteralValues.require(operand, to);
    requireEnumCast(call, CalciteTypes.sqlType(from));
    requireTruthCast(call, from, to);
    boolean isOurs =
        CalciteTypes.usesPostgresRules(CalciteTypes.kindOf(from))
            || CalciteTypes.usesPostgresRules(CalciteTypes.kindOf(to));
    if (!isOurs || CalciteTypes.kindOf(from) == TypeKind.UNKNOWN) {
      return;
    }
    String missing = FunctionCalls.missingCast(from, to);
    if (missing != null) {
      throw SqlErrors.behind(call, new ColonnadeException(ErrorCode.CANNOT_COERCE, missing));
    }
    setValidatedNodeType(call, getTypeFactory().createTypeWithNullability(to, from.isNullable()));
  }

  /** Of numbers only INTEGER is cast to and from BOOLEAN. */
  private static void requireTruthCast(SqlCall call, RelDataType from, RelDataType to) {
    TypeKind source = CalciteTypes.kindOf(from);
    TypeKind target = CalciteTypes.kindOf(to);
    boolean isWrong =
        source == TypeKind.BOOLEAN
            ? target.isNumber() && target != TypeKind.INTEGER
            : target == TypeKind.BOOLEAN && source.isNumber() && source != TypeKind.INTEGER;
    if (isWrong) {
      throw SqlErrors.behind(
          call,
          new ColonnadeException(
              ErrorCode.CANNOT_COERCE,
              "cannot cast type %s to %s".formatted(source.sqlName(), target.sqlName())));
    }
  }

  /** Only texts are cast to enums. */
  private void requireEnumCast(SqlBasicCall call, SqlType from) {
    EnumType type = enumOf(call.<SqlDataTypeSpec>operand(1));
    if (type != null && !from.kind().isText() && from.kind() != TypeKind.UNKNOWN) {
      throw SqlErrors.behind(
          call,
          new ColonnadeException(
              ErrorCode.CANNOT_COERCE, "cannot cast type %s to %s".formatted(from, type.name())));
    }
  }

  private @Nullable EnumType enumOf(SqlDataTypeSpec spec) {
    return spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec named
            && getCatalogReader() instanceof SnapshotCatalogReader reader
        ? reader.names().findEnum(named.getTypeName().names)
        : null;
  }

  /** A literal that is cast to an enum is one of its labels. */
  private void requireLabel(SqlCharStringLiteral text, SqlDataTypeSpec spec) {
    EnumType type = enumOf(spec);
    String label = text.getValueAs(String.class);
    if (type != null && type.labels().stream().noneMatch(known -> known.label().equals(label))) {
      throw SqlErrors.at(
          text.getParserPosition(),
          new ColonnadeException(
              ErrorCode.INVALID_TEXT_REPRESENTATION,
              "invalid input value for enum %s: \"%s\"".formatted(type.name(), label)));
    }
  }

  /**
   * Infers the types of parameters: one that is a column of its own, whose type nothing else
   * determines, is text.
   */
  @Override
  protected void inferUnknownTypes(
      RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
    boolean isColumn = inferenceDepth == 0 && inferredType.equals(unknownType);
    inferenceDepth++;
    try {
      if (isColumn && node instanceof SqlCall row && row.getKind() == SqlKind.ROW) {
        for (SqlNode value : row.getOperandList()) {
          inferUnknown(columnType(value), scope, value);
        }
      } else {
        inferUnknown(isColumn ? columnType(node) : inferredType, scope, node);
      }
    } finally {
      inferenceDepth--;
    }
  }

  private void inferUnknown(RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
    if (node instanceof SqlSelect select && RowReferences.mayBeIn(select)) {
      // The types of its list are known when its rows are inserted.
      validateNamespace(requireNonNull(getNamespace(select), "no namespace"), unknownType);
    }
    if (node instanceof SqlBasicCall call && FunctionCalls.isOpen(call)) {
      // Only which function it is: its type is not known before those of its parameters are.
      FunctionCalls.resolve(this, scope, call);
    }
    super.inferUnknownTypes(inferredType, scope, node);
  }

  private RelDataType columnType(SqlNode column) {
    return SqlUtil.stripAs(column) instanceof SqlDynamicParam
        ? getTypeFactory()
            .createTypeWithNullability(getTypeFactory().createSqlType(SqlTypeName.VARCHAR), true)
        : unknownType;
  }

  @Override
  public @Nullable String deriveAlias(SqlNode node, int ordinal) {
    String alias = super.deriveAlias(node, -1);
    if (alias != null || ordinal < 0) {
      return alias;
    }
    return ExpressionNames.of(node);
  }
}
