package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.plan.tree.ResultNames;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.JoinScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Names without a table that stand for a column of JOIN ... USING or NATURAL JOIN: one column to
 * everything outside of the join, wherever the join stands in FROM. Calcite knows them in lists of
 * SELECT only, and only if the last join is the one.
 */
final class JoinedNames extends SqlShuttle {
  private final PostgresValidator validator;
  private final SqlValidatorScope scope;

  private JoinedNames(PostgresValidator validator, SqlValidatorScope scope) {
    this.validator = validator;
    this.scope = scope;
  }

  /**
   * An expression with the columns that such names stand for.
   *
   * @param hasRepeated whether subqueries in FROM may have several columns of one name
   */
  static SqlNode replaced(
      SqlNode node, SqlValidatorScope scope, PostgresValidator validator, boolean hasRepeated) {
    boolean isNeeded = hasRepeated;
    for (SqlValidatorScope place = scope; place != null && !isNeeded; place = outer(place)) {
      isNeeded = hasMerged(from(place));
    }
    SqlNode replaced = isNeeded ? node.accept(new JoinedNames(validator, scope)) : node;
    return replaced == null ? node : replaced;
  }

  /** Returns whether a name is known where it is used, and unambiguous. */
  static boolean isColumn(SqlIdentifier name, SqlValidatorScope scope) {
    try {
      scope.fullyQualify(name);
      return true;
    } catch (CalciteContextException e) {
      return false;
    }
  }

  /**
   * Returns the condition of a join by names, if one of its sides has merged several columns into
   * one where Calcite would choose a wrong one; null if it would not.
   */
  static @Nullable SqlNode condition(SqlJoin join, PostgresValidator validator) {
    List<String> names = hasOwnNames(join) ? validator.usingNames(join) : null;
    if (names == null || !(hasMerged(join.getLeft()) || hasMerged(join.getRight()))) {
      return null;
    }
    SqlParserPos pos = join.getParserPosition();
    JoinedNames sides = new JoinedNames(validator, validator.getJoinScope(join));
    SqlNode condition = null;
    for (String name : names) {
      List<Source> left = sides.sources(join.getLeft(), new SqlIdentifier(name, pos));
      List<Source> right = sides.sources(join.getRight(), new SqlIdentifier(name, pos));
      if (left.size() != 1 || right.size() != 1) {
        return null;
      }
      SqlNode equal =
          SqlStdOperatorTable.EQUALS.createCall(
              pos, left.getFirst().node(), right.getFirst().node());
      condition =
          condition == null ? equal : SqlStdOperatorTable.AND.createCall(pos, condition, equal);
    }
    return condition;
  }

  private static @Nullable SqlValidatorScope outer(SqlValidatorScope place) {
    return place instanceof DelegatingScope inner ? inner.getParent() : null;
  }

  /** Returns the FROM whose columns are visible in a scope; null if it has none of its own. */
  private static @Nullable SqlNode from(SqlValidatorScope place) {
    return switch (place) {
      case SelectScope select -> select.getNode().getFrom();
      case JoinScope join -> join.getNode();
      default -> null;
    };
  }

  private static boolean hasMerged(@Nullable SqlNode from) {
    return from instanceof SqlJoin join
        && (join.isNatural()
            || join.getCondition() instanceof SqlNodeList
            || hasMerged(join.getLeft())
            || hasMerged(join.getRight()));
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.WITH) {
      return call;
    }
    boolean isNamed = call.getKind() == SqlKind.AS || call.getKind() == SqlKind.OVER;
    if (isNamed && call.operand(1) instanceof SqlIdentifier) {
      SqlNode named = call.operand(0).accept(this);
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      operands.set(0, named == null ? call.operand(0) : named);
      return call.getOperator()
          .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }
    return super.visit(call);
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    if (name.isStar() || name.names.size() > 2 || validator.isForAll(name)) {
      return name;
    }
    List<String> hidden = new ArrayList<>();
    for (SqlValidatorScope place = scope; place != null; place = outer(place)) {
      SqlNode from = from(place);
      if (from == null) {
        continue;
      }
      List<Source> sources = sources(from, name);
      if (!sources.isEmpty()) {
        Source found = sources.getFirst();
        boolean isOne = sources.size() == 1 && found.isMerged();
        return isOne && hidden.stream().noneMatch(found.tables()::contains) ? found.node() : name;
      }
      addTables(from, hidden);
    }
    return name;
  }

  /** A column that a name may mean, and the tables that it is of. */
  private record Source(SqlNode node, RelDataType type, boolean isMerged, List<String> tables) {}

  private List<Source> sources(SqlNode from, SqlIdentifier name) {
    if (!(from instanceof SqlJoin join)) {
      return ofTable(from, name);
    }
    List<Source> left = sources(join.getLeft(), name);
    List<Source> right = sources(join.getRight(), name);
    boolean isMerged = name.isSimple() && isMerged(join, name.getSimple());
    if (isMerged && left.size() == 1 && right.size() == 1) {
      return List.of(merged(join, left.getFirst(), right.getFirst(), name.getParserPosition()));
    }
    List<Source> both = new ArrayList<>(left);
    both.addAll(right);
    return both;
  }

  private boolean isMerged(SqlJoin join, String name) {
    List<String> using = hasOwnNames(join) ? validator.usingNames(join) : null;
    return using != null && using.contains(name);
  }

  private static boolean hasOwnNames(SqlJoin join) {
    return join.isNatural() || join.getCondition() instanceof SqlNodeList;
  }

  /**
   * Returns the side that has the values; both have, where either may be missing or has another
   * type.
   */
  private static Source merged(SqlJoin join, Source left, Source right, SqlParserPos pos) {
    List<String> tables = new ArrayList<>(left.tables());
    tables.addAll(right.tables());
    boolean isRight = join.getJoinType() == JoinType.RIGHT;
    boolean isFull = join.getJoinType() == JoinType.FULL;
    Source first = isRight ? right : left;
    if (!isFull && left.type().getSqlTypeName() == right.type().getSqlTypeName()) {
      return new Source(first.node(), first.type(), true, tables);
    }
    SqlNode other = isRight ? left.node() : right.node();
    SqlNode both = SqlStdOperatorTable.COALESCE.createCall(pos, first.node(), other);
    return new Source(both, first.type(), true, tables);
  }

  private List<Source> ofTable(SqlNode table, SqlIdentifier name) {
    String alias = validator.deriveAlias(table, -1);
    SqlNode plain = table.getKind() == SqlKind.LATERAL ? ((SqlCall) table).operand(0) : table;
    SqlValidatorNamespace namespace = validator.getNamespace(plain);
    boolean isOther = !name.isSimple() && !name.names.getFirst().equals(alias);
    if (alias == null || namespace == null || isOther) {
      return List.of();
    }
    RelDataType row = namespace.getRowType();
    String column = name.names.getLast();
    if (row.getFieldNames().stream().anyMatch(field -> ResultNames.repeats(field, column))) {
      throw SqlErrors.at(
          name.getParserPosition(),
          new ColonnadeException(
              ErrorCode.AMBIGUOUS_COLUMN,
              "column reference \"%s\" is ambiguous".formatted(column)));
    }
    var field = row.getField(column, true, false);
    return field == null
        ? List.of()
        : List.of(
            new Source(
                new SqlIdentifier(List.of(alias, column), name.getParserPosition()),
                field.getType(),
                false,
                List.of(alias)));
  }

  private void addTables(SqlNode from, List<String> tables) {
    if (from instanceof SqlJoin join) {
      addTables(join.getLeft(), tables);
      addTables(join.getRight(), tables);
    } else {
      String alias = validator.deriveAlias(from, -1);
      if (alias != null) {
        tables.add(alias);
      }
    }
  }
}
