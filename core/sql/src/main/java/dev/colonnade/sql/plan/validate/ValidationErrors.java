package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** Translation of Calcite's validation errors to PostgreSQL's, where other words do not suffice. */
final class ValidationErrors {
  private static final Pattern UNKNOWN_COLUMN =
      Pattern.compile("Column '([^']*)' not found in (?:any table|table '([^']*)').*");
  private static final Pattern UNKNOWN_TABLE = Pattern.compile("Table '([^'.]*)' not found");
  private static final Pattern CONDITION = Pattern.compile("(.*) clause must be a condition");

  private final SqlValidator validator;
  private final @Nullable SqlValidatorScope scope;
  private final CalciteContextException plain;
  private final String message;

  /**
   * Creates the translation of an error.
   *
   * @param scope the names that are visible where it was found, as far as known
   * @param plain the error as Calcite reports it
   */
  ValidationErrors(
      SqlValidator validator, @Nullable SqlValidatorScope scope, CalciteContextException plain) {
    this.validator = validator;
    this.scope = scope;
    this.plain = plain;
    Throwable cause = plain.getCause();
    this.message = String.valueOf((cause == null ? plain : cause).getMessage());
  }

  /** The error to be thrown for one that was found at a node. */
  CalciteContextException at(SqlNode node) {
    if (message.startsWith("Cannot apply") && node instanceof SqlCall call) {
      return operator(call);
    }
    if (message.endsWith("is not being grouped") && node instanceof SqlIdentifier name) {
      return ungrouped(name);
    }
    if (message.startsWith("Cast function cannot convert") && node instanceof SqlCall cast) {
      return cast(cast);
    }
    CalciteContextException named = ReportedNames.error(message, node);
    if (named != null) {
      return named;
    }
    Matcher condition = CONDITION.matcher(message);
    if (condition.matches()) {
      return condition(node, condition.group(1));
    }
    Matcher column = UNKNOWN_COLUMN.matcher(message);
    if (column.matches()) {
      return column(node, column.group(2), column.group(1));
    }
    Matcher table = UNKNOWN_TABLE.matcher(message);
    if (table.matches()) {
      return table(node, table.group(1));
    }
    return plain;
  }

  private static CalciteContextException error(
      SqlNode node, ErrorCode code, String message, @Nullable String hint) {
    ErrorFields fields = hint == null ? ErrorFields.NONE : ErrorFields.NONE.withHint(hint);
    return SqlErrors.at(node.getParserPosition(), new ColonnadeException(code, message, fields));
  }

  private CalciteContextException operator(SqlCall call) {
    SqlOperator operator = call.getOperator();
    List<SqlType> types = call.getOperandList().stream().map(this::typeOf).toList();
    boolean isLogical =
        call.getKind() == SqlKind.AND
            || call.getKind() == SqlKind.OR
            || call.getKind() == SqlKind.NOT;
    for (int i = 0; i < types.size() && isLogical; i++) {
      TypeKind kind = types.get(i).kind();
      if (kind == TypeKind.UNKNOWN) {
        LiteralValues.require(call.operand(i), TypeKind.BOOLEAN);
      }
      if (kind != TypeKind.BOOLEAN && kind != TypeKind.UNKNOWN) {
        return condition(call.operand(i), operator.getName());
      }
    }
    if (isTruthTest(call.getKind())) {
      return condition(call.operand(0), operator.getName());
    }
    if (operator.getName().equals("$SCALAR_QUERY")) {
      return error(call, ErrorCode.SYNTAX_ERROR, "subquery must return only one column", null);
    }
    if (types.isEmpty() || types.size() > 2 || isLogical) {
      return operator instanceof SqlFunction ? function(call, types) : plain;
    }
    if (operator instanceof SqlFunction || !isSign(operator.getName())) {
      return operator instanceof SqlFunction ? function(call, types) : plain;
    }
    String sign = operator.getName().equals("!=") ? "<>" : operator.getName();
    return SqlErrors.behind(call, FunctionCalls.unknown(sign, false, types));
  }

  private static boolean isTruthTest(SqlKind kind) {
    return switch (kind) {
      case IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE, IS_UNKNOWN -> true;
      default -> false;
    };
  }

  private static boolean isSign(String name) {
    return name.chars().noneMatch(Character::isLetter);
  }

  private static CalciteContextException function(SqlCall call, List<SqlType> types) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    return SqlErrors.at(call.getParserPosition(), FunctionCalls.unknown(name, true, types));
  }

  private SqlType typeOf(SqlNode node) {
    if (FunctionCalls.isUntyped(node)) {
      return SqlType.of(TypeKind.UNKNOWN);
    }
    RelDataType type = validator.getValidatedNodeTypeIfKnown(node);
    if (type == null && scope != null) {
      type = validator.deriveType(scope, node);
    }
    return type == null ? SqlType.of(TypeKind.UNKNOWN) : CalciteTypes.sqlType(type);
  }

  private CalciteContextException ungrouped(SqlIdentifier name) {
    String shown = String.join(".", name.names);
    if (scope != null && name.names.size() == 1) {
      List<String> known = scope.fullyQualify(name).identifier.names;
      shown = String.join(".", known.subList(Math.max(0, known.size() - 2), known.size()));
    }
    return error(
        name,
        ErrorCode.GROUPING_ERROR,
        "column \""
            + shown
            + "\" must appear in the GROUP BY clause or be used in an aggregate function",
        null);
  }

  private CalciteContextException cast(SqlCall cast) {
    SqlType from = typeOf(cast.operand(0));
    RelDataType to = validator.getValidatedNodeTypeIfKnown(cast.operand(1));
    String target = to == null ? String.valueOf(cast.<SqlNode>operand(1)) : "";
    if (cast.operand(1) instanceof SqlDataTypeSpec spec) {
      target = CalciteTypes.sqlType(spec.deriveType(validator)).kind().sqlName();
    }
    String source = isRow(cast.operand(0)) ? "record" : from.toString();
    return SqlErrors.behind(
        cast,
        new ColonnadeException(
            ErrorCode.CANNOT_COERCE, "cannot cast type " + source + " to " + target));
  }

  private static boolean isRow(SqlNode node) {
    return node.getKind() == SqlKind.ROW;
  }

  private CalciteContextException condition(SqlNode node, String clause) {
    String place =
        switch (clause) {
          case "ON" -> "JOIN/ON";
          default -> clause;
        };
    SqlType type = typeOf(SqlUtil.stripAs(node));
    if (type.kind() == TypeKind.UNKNOWN) {
      LiteralValues.require(node, TypeKind.BOOLEAN);
      return plain;
    }
    return error(
        node,
        ErrorCode.TYPE_MISMATCH,
        "argument of " + place + " must be type boolean, not type " + type,
        null);
  }

  private CalciteContextException column(SqlNode node, @Nullable String table, String column) {
    String hint = scope == null ? null : hints(scope).ofColumn(table, column);
    String shown = table == null ? '"' + column + '"' : table + "." + column;
    CalciteContextException ours =
        error(node, ErrorCode.UNKNOWN_COLUMN, "column " + shown + " does not exist", hint);
    // Calcite looks whether it is its own complaint, and goes on with names of the list.
    CalciteContextException both =
        new CalciteContextException(message, new SqlValidatorException(message, ours.getCause()));
    both.setPosition(
        ours.getPosLine(), ours.getPosColumn(), ours.getEndPosLine(), ours.getEndPosColumn());
    return both;
  }

  private CalciteContextException table(SqlNode node, String table) {
    String alias = scope == null ? null : hints(scope).aliasOf(table);
    return alias == null
        ? error(
            node,
            ErrorCode.UNKNOWN_TABLE,
            "missing FROM-clause entry for table \"" + table + '"',
            null)
        : error(
            node,
            ErrorCode.UNKNOWN_TABLE,
            "invalid reference to FROM-clause entry for table \"" + table + '"',
            "Perhaps you meant to reference the table alias \"" + alias + "\".");
  }

  private ColumnHints hints(SqlValidatorScope known) {
    return new ColumnHints(known, validator.getCatalogReader().nameMatcher());
  }
}
