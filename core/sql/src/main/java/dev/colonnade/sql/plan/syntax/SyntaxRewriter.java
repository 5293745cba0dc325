package dev.colonnade.sql.plan.syntax;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.function.operator.CatalogOperators;
import dev.colonnade.sql.function.operator.SequenceOperators;
import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.parse.IntervalText;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.source.TableFunctionCalls;
import dev.colonnade.sql.system.SystemTables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Turns literals with an exponent into exact numbers, and syntax of its own for functions into
 * calls of these: what Calcite would make of it has other types and other rules.
 */
public final class SyntaxRewriter extends SqlShuttle {
  private static final Pattern PLAIN_MOMENT =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d("
              + " ([01]\\d|2[0-3]):\\d\\d:\\d\\d(\\.\\d{1,6})?)?|([01]\\d|2[0-3]):\\d\\d:\\d\\d");

  private static final SqlDataTypeSpec NUMERIC =
      new SqlDataTypeSpec(
          new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, SqlParserPos.ZERO), SqlParserPos.ZERO);

  /** A query as it is validated. */
  public static SqlNode rewritten(SqlNode query) {
    SqlNode rewritten = query.accept(new SyntaxRewriter());
    if (rewritten == null) {
      throw new IllegalStateException("query is gone after rewriting");
    }
    return rewritten;
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (literal instanceof SqlNumericLiteral number
        && !number.isInteger()
        && isApproximate(number)) {
      BigDecimal value = number.bigDecimalValue();
      SqlNode exact =
          SqlLiteral.createExactNumeric(
              value == null ? "0" : value.toPlainString(), literal.getParserPosition());
      return SqlStdOperatorTable.CAST.createCall(literal.getParserPosition(), exact, NUMERIC);
    }
    return switch (literal) {
      case SqlIntervalLiteral interval -> rewritten(interval);
      case SqlUnknownLiteral moment -> rewritten(moment);
      case SqlCharStringLiteral text -> inOurCharset(text);
      default -> literal;
    };
  }

  /** Words that are functions without parentheses, and names in quotes that only look like them. */
  @Override
  public @Nullable SqlNode visit(SqlIdentifier name) {
    if (!name.isSimple() || name.isComponentQuoted(0)) {
      return name;
    }
    return switch (name.getSimple()) {
      case "current_user", "user", "current_role", "session_user", "system_user" ->
          CatalogOperators.named("current_user").createCall(name.getParserPosition());
      case "current_catalog", "current_schema" ->
          CatalogOperators.named(name.getSimple()).createCall(name.getParserPosition());
      default -> name;
    };
  }

  /** A text with escapes comes in the characters of Java. */
  private static SqlNode inOurCharset(SqlCharStringLiteral text) {
    String value = text.getValueAs(String.class);
    NlsString held = text.getValueAs(NlsString.class);
    return value == null || held == null || held.getCharsetName() == null
        ? text
        : SqlLiteral.createCharString(value, text.getParserPosition());
  }

  private static boolean isApproximate(SqlNumericLiteral number) {
    return number.getTypeName() == SqlTypeName.DOUBLE;
  }

  /** Calcite reads dates and times in one form only; others are casts of their text. */
  private static SqlNode rewritten(SqlUnknownLiteral literal) {
    String type =
        switch (literal.tag) {
          case "DATE" -> "date";
          case "TIME" -> "time";
          case "TIMESTAMP" -> "timestamp";
          case "TIMESTAMP WITH TIME ZONE" -> "timestamptz";
          default -> "";
        };
    return type.isEmpty()
            || (!type.equals("timestamptz") && PLAIN_MOMENT.matcher(literal.getValue()).matches())
        ? literal
        : IntervalText.typed(type, literal.getValue(), literal.getParserPosition());
  }

  private static SqlNode rewritten(SqlIntervalLiteral literal) {
    SqlIntervalLiteral.IntervalValue value =
        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    SqlIntervalQualifier qualifier = value.getIntervalQualifier();
    String text =
        qualifier.timeUnitRange.endUnit == null
            ? value.getIntervalLiteral() + " " + qualifier.getStartUnit().name()
            : value.getIntervalLiteral();
    return IntervalText.parse(text, value.getSign(), literal.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    QueryForms.require(call);
    SqlNode ranked = HypotheticalRanks.rewritten(call);
    if (ranked != null) {
      return ranked.accept(this);
    }
    if (call instanceof SqlOrderBy ordered && ExtraOperators.isWithTies(ordered.fetch)) {
      return RowsWithTies.of(ordered).accept(this);
    }
    if (call instanceof SqlOrderBy ordered && ordered.query instanceof SqlSelect select) {
      if (select.getWindowList().size() > 0) {
        return new SqlOrderBy(
                ordered.getParserPosition(),
                select,
                NamedWindows.writeOut(select, ordered.orderList),
                ordered.offset,
                ordered.fetch)
            .accept(this);
      }
      DistinctOn.expand(select, ordered.orderList);
    } else if (call instanceof SqlSelect select) {
      DistinctOn.expand(select, SqlNodeList.EMPTY);
    }
    if (call instanceof SqlSelect select && select.getWindowList().size() > 0) {
      NamedWindows.writeOut(select, SqlNodeList.EMPTY);
    }
    if (call instanceof SqlWithItem item
        && item.query.getKind() == SqlKind.VALUES
        && item.query instanceof SqlCall values) {
      List<SqlNode> names = new ArrayList<>(List.of(values, item.name));
      names.addAll(item.columnList == null ? List.of() : Nodes.of(item.columnList));
      nameColumns(names, values);
      item.columnList = new SqlNodeList(names.subList(2, names.size()), item.getParserPosition());
    }
    SqlNode visited = call.getKind() == SqlKind.AS ? named(call) : super.visit(call);
    return visited instanceof SqlCall changed
        ? rewritten(FilteredWindows.conditional(PlainSubqueries.replaced(changed)))
        : visited;
  }

  /** Rewrites a named item; the name itself stays as it is, whatever word it is. */
  private SqlNode named(SqlCall call) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    SqlNode visited = operands.getFirst().accept(this);
    if (visited != null) {
      operands.set(0, visited);
    }
    if (operands.getFirst().getKind() == SqlKind.VALUES) {
      nameColumns(operands, (SqlCall) operands.getFirst());
    }
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  /** Names the columns of VALUES that have no names. */
  private static void nameColumns(List<SqlNode> operands, SqlCall values) {
    if (!(values.operand(0) instanceof SqlCall row)) {
      return;
    }
    for (int i = operands.size() - 1; i <= row.operandCount(); i++) {
      if (i > 0) {
        operands.add(new SqlIdentifier("column" + i, values.getParserPosition()));
      }
    }
  }

  /** A function without arguments whose rows are those of a table of the system; or the call. */
  private static SqlNode ofSystem(SqlCall call) {
    if (!(call.operand(0) instanceof SqlCall function) || function.operandCount() > 0) {
      return call;
    }
    SqlIdentifier id = function.getOperator().getNameAsId();
    String name = id.names.getLast();
    return SystemTables.of(SystemTables.INTERNAL_SCHEMA).containsKey(name)
        ? new SqlIdentifier(List.of(SystemTables.INTERNAL_SCHEMA, name), call.getParserPosition())
        : call;
  }

  private static SqlNode rewritten(SqlCall call) {
    if (call.getKind() == SqlKind.COLLECTION_TABLE && ofSystem(call) != call) {
      return ofSystem(call);
    }
    if (call instanceof SqlSelect select) {
      return TableFunctionCalls.inList(select);
    }
    if (call.getKind() == SqlKind.AS
        || call.getKind() == SqlKind.UNNEST
        || call.getKind() == SqlKind.COLLECTION_TABLE) {
      return TableFunctionCalls.inFrom(call);
    }
    if (call.getOperator().equals(ExtraOperators.AT_TIME_ZONE)) {
      return function("timezone", call, call.operand(1), call.operand(0));
    }
    if (call.getOperator() instanceof SqlQuantifyOperator quantified
        && call.operand(1) instanceof SqlNodeList list
        && list.size() == 1) {
      return quantified(call, quantified, list.get(0));
    }
    SqlNode overWindow = WindowCalls.rewritten(call);
    if (overWindow != null) {
      return overWindow;
    }
    SqlNode aggregate = AggregateCalls.rewritten(call);
    if (aggregate != null) {
      return aggregate;
    }
    return switch (call.getKind()) {
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          RowComparisons.rewritten(call);
      case EXTRACT -> extract(call);
      case TRIM -> trim(call);
      case PLUS_PREFIX -> call.operand(0);
      case EXPLICIT_TABLE -> RowsWithTies.all(call.operand(0));
      case POSITION -> function("position", call, call.operand(0), call.operand(1));
      case FLOOR -> call.operandCount() == 1 ? renamed("floor", call) : call;
      case CEIL -> call.operandCount() == 1 ? renamed("ceil", call) : call;
      case LIKE -> LikePatterns.withoutEmptyEscape(call);
      case SIMILAR -> similar(call);
      case NEXT_VALUE -> nextValue(call);
      default -> byName(call);
    };
  }

  private static SqlNode nextValue(SqlCall call) {
    String name =
        call.operand(0) instanceof SqlIdentifier sequence
            ? sequence.names.stream().map(NameScope::quoted).collect(Collectors.joining("."))
            : call.operand(0).toString();
    return SequenceOperators.NEXTVAL.createCall(
        call.getParserPosition(), SqlLiteral.createCharString(name, call.getParserPosition()));
  }

  private static SqlNode byName(SqlCall call) {
    return switch (call.getOperator().getName()) {
      case "SUBSTRING" -> renamed("substring", call);
      case "OVERLAY" -> renamed("overlay", call);
      case "TRANSLATE", "TRANSLATE3" ->
          call.operandCount() == 3 ? renamed("translate", call) : call;
      case "DATE_TRUNC" -> renamed("date_trunc", call);
      case "POSIX REGEX CASE SENSITIVE" -> infix("~", call);
      case "POSIX REGEX CASE INSENSITIVE" -> infix("~*", call);
      case "NEGATED POSIX REGEX CASE SENSITIVE" -> infix("!~", call);
      case "NEGATED POSIX REGEX CASE INSENSITIVE" -> infix("!~*", call);
      case "^", "&", "<<" -> infix(call.getOperator().getName(), call);
      case "ITEM" -> item(call);
      default -> NamedArguments.placed(call);
    };
  }

  private static SqlNode item(SqlCall call) {
    SqlNode subscript = call.operand(1);
    return ExtraOperators.isSlice(subscript) && subscript instanceof SqlCall ends
        ? function("array_slice", call, call.operand(0), ends.operand(0), ends.operand(1))
        : function("array_item", call, call.operand(0), subscript);
  }

  private static SqlNode infix(String name, SqlCall call) {
    return ExtraOperators.named(name).createCall(call.getParserPosition(), call.getOperandList());
  }

  private static SqlNode renamed(String name, SqlCall call) {
    return function(name, call, call.getOperandList().toArray(SqlNode[]::new));
  }

  private static SqlNode function(String name, SqlCall call, SqlNode... operands) {
    return ExtraOperators.call(name, call.getParserPosition(), operands);
  }

  /** A comparison with the elements of an array. */
  private static SqlNode quantified(SqlCall call, SqlQuantifyOperator operator, SqlNode array) {
    String quantifier = operator.getKind() == SqlKind.ALL ? "all " : "any ";
    return function(quantifier + operator.comparisonKind.sql, call, call.operand(0), array);
  }

  private static SqlNode extract(SqlCall call) {
    SqlIntervalQualifier field = call.operand(0);
    String name = field.timeFrameName != null ? field.timeFrameName : field.getUnit().name();
    SqlNode text =
        SqlLiteral.createCharString(name.toLowerCase(Locale.ROOT), field.getParserPosition());
    return function("extract", call, text, call.operand(1));
  }

  private static SqlNode trim(SqlCall call) {
    SqlTrimFunction.Flag flag =
        ((SqlLiteral) call.operand(0)).getValueAs(SqlTrimFunction.Flag.class);
    String name =
        switch (flag) {
          case BOTH -> "btrim";
          case LEADING -> "ltrim";
          case TRAILING -> "rtrim";
        };
    SqlNode letters = call.getOperandList().get(1);
    return letters == null
        ? function(name, call, call.operand(2))
        : function(name, call, call.operand(2), letters);
  }

  private static SqlNode similar(SqlCall call) {
    SqlNode matches = renamed("similar", call);
    boolean isNegated = call.getOperator().getName().startsWith("NOT");
    return isNegated
        ? SqlStdOperatorTable.NOT.createCall(call.getParserPosition(), List.of(matches))
        : matches;
  }
}
