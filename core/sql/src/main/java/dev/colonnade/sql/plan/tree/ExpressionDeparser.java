package dev.colonnade.sql.plan.tree;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.fun.SqlBetweenOperator;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.jspecify.annotations.Nullable;

/**
 * Expressions over the columns of one table as PostgreSQL writes them back: with the casts that it
 * puts in, and every operator in parentheses unless the form is the pretty one. An expression with
 * something in it that is not known here stays as it is kept.
 */
public final class ExpressionDeparser {
  private static final String TEXT = "text";
  private static final String VARCHAR = "character varying";
  private static final String INTEGER = "integer";
  private static final String BIGINT = "bigint";
  private static final String NUMERIC = "numeric";
  private static final String DOUBLE = "double precision";
  private static final String BOOLEAN = "boolean";

  /** Of a literal in quotes, until its place gives it a type. */
  private static final String UNKNOWN = "unknown";

  /** Functions whose arguments are texts. */
  private static final Set<String> OF_TEXT =
      Set.of(
          "length", "char_length", "lower", "upper", "btrim", "ltrim", "rtrim", "initcap", "md5");

  private static final Set<String> OF_ONE_TYPE = Set.of("coalesce", "greatest", "least", "nullif");

  private static final Set<String> WITHOUT_PARENTHESES =
      Set.of("current_date", "current_timestamp", "current_user", "session_user", "localtimestamp");

  private final Table table;
  private final NameScope names;
  private final boolean isPretty;

  /**
   * A part of an expression.
   *
   * @param type as PostgreSQL writes it; null if it is not known
   * @param isSimple whether nothing has to be put in parentheses
   */
  private record Part(String text, @Nullable String type, boolean isSimple) {
    static Part simple(String text, @Nullable String type) {
      return new Part(text, type, true);
    }

    boolean is(String wanted) {
      return wanted.equals(type);
    }
  }

  /** Something in an expression is not known here. */
  private static final class UnknownPartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownPartException(SqlNode node) {
      super("not known here: " + node.getKind());
    }
  }

  private ExpressionDeparser(Table table, NameScope names, boolean isPretty) {
    this.table = table;
    this.names = names;
    this.isPretty = isPretty;
  }

  /** The expression as PostgreSQL writes it; null if it has something that is not known here. */
  public static @Nullable String of(
      String expression, Table table, NameScope names, boolean isPretty) {
    try {
      SqlNode node = StatementParser.parseExpression(expression);
      return new ExpressionDeparser(table, names, isPretty).part(node).text();
    } catch (UnknownPartException | ColonnadeException e) {
      return null;
    }
  }

  private Part part(SqlNode node) {
    return switch (node) {
      case SqlIdentifier name -> column(name);
      case SqlLiteral literal -> literal(literal);
      case SqlCall call -> call(call);
      default -> throw new UnknownPartException(node);
    };
  }

  private Part column(SqlIdentifier name) {
    String last = name.names.getLast();
    if (table.schema().hasColumn(last)) {
      Column column = table.schema().column(last);
      return Part.simple(NameScope.quoted(last), nameOf(column.type()));
    }
    if (WITHOUT_PARENTHESES.contains(last.toLowerCase(Locale.ROOT))) {
      return Part.simple(last.toUpperCase(Locale.ROOT), null);
    }
    throw new UnknownPartException(name);
  }

  private @Nullable String nameOf(ColumnType type) {
    return type instanceof Enumerated(EnumType found)
        ? nameOf(found)
        : withoutLimits(TypeMapping.sqlType(type).toString());
  }

  private static String withoutLimits(String type) {
    return type.replaceAll("\\(.*\\)", "");
  }

  private @Nullable String nameOf(EnumType type) {
    String name = NameScope.quoted(type.name());
    EnumType seen = names.findEnum(List.of(type.name()));
    if (seen != null && seen.id() == type.id()) {
      return name;
    }
    for (SchemaEntry schema : names.catalog().schemas(names.database().id())) {
      if (names.catalog().enums(schema.id()).stream().anyMatch(known -> known.id() == type.id())) {
        return NameScope.quoted(schema.name()) + "." + name;
      }
    }
    return null;
  }

  private static Part literal(SqlLiteral literal) {
    if (literal instanceof SqlCharStringLiteral text) {
      String value = text.getValueAs(String.class);
      return Part.simple("'" + value.replace("'", "''") + "'", UNKNOWN);
    }
    if (literal instanceof SqlNumericLiteral number && number.getTypeName().allowsPrec()) {
      return number(number, number.toValue());
    }
    return switch (literal.getTypeName()) {
      case BOOLEAN -> Part.simple(literal.toString().toLowerCase(Locale.ROOT), BOOLEAN);
      case NULL -> Part.simple("NULL", UNKNOWN);
      default -> throw new UnknownPartException(literal);
    };
  }

  private static Part number(SqlNode node, @Nullable String digits) {
    if (digits == null || !digits.matches("-?\\d+(\\.\\d+)?")) {
      throw new UnknownPartException(node);
    }
    if (digits.indexOf('.') >= 0) {
      return signed(digits, NUMERIC);
    }
    if (digits.length() > 18) {
      throw new UnknownPartException(node);
    }
    long value = Long.parseLong(digits);
    return value == (int) value
        ? signed(digits, INTEGER)
        : Part.simple("'" + digits + "'::bigint", BIGINT);
  }

  private static Part signed(String digits, String type) {
    return Part.simple(digits.startsWith("-") ? "'" + digits + "'::" + type : digits, type);
  }

  private Part call(SqlCall call) {
    return switch (call.getKind()) {
      case AND, OR -> joined(call, " " + call.getKind() + " ");
      case NOT -> operator("NOT " + nested(call.operand(0)), BOOLEAN);
      case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE ->
          operator(inOperator(part(call.operand(0))) + " " + call.getOperator().getName(), BOOLEAN);
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          compared(call.operand(0), call.getOperator().getName(), call.operand(1));
      case PLUS, MINUS, TIMES, DIVIDE -> computed(call);
      case MINUS_PREFIX -> negative(call);
      case LIKE -> like(call);
      case BETWEEN -> between(call);
      case IN -> in(call, "=", "ANY");
      case NOT_IN -> in(call, "<>", "ALL");
      case CAST -> cast(call);
      case ARRAY_VALUE_CONSTRUCTOR -> array(call);
      default -> function(call);
    };
  }

  private Part operator(String text, @Nullable String type) {
    return new Part(isPretty ? text : "(" + text + ")", type, !isPretty);
  }

  /** An operand of AND, OR and NOT, which bind less than all others. */
  private String nested(SqlNode operand) {
    Part part = part(operand);
    boolean needs =
        switch (operand.getKind()) {
          case OR, AND -> true;
          case IN, NOT_IN ->
              ((SqlCall) operand).operand(1) instanceof SqlNodeList list && list.size() > 1;
          default -> false;
        };
    return isPretty && needs ? "(" + part.text() + ")" : part.text();
  }

  private static String inOperator(Part part) {
    return part.isSimple() ? part.text() : "(" + part.text() + ")";
  }

  /** Several of the same in a row are one to PostgreSQL. */
  private Part joined(SqlCall call, String word) {
    List<String> texts = new ArrayList<>();
    for (SqlNode operand : flattened(call)) {
      boolean needsNone = call.getKind() == SqlKind.OR && operand.getKind() == SqlKind.AND;
      texts.add(needsNone ? part(operand).text() : nested(operand));
    }
    return operator(String.join(word, texts), BOOLEAN);
  }

  private static List<SqlNode> flattened(SqlCall call) {
    List<SqlNode> found = new ArrayList<>();
    SqlNode first = call.operand(0);
    if (first instanceof SqlCall inner && inner.getKind() == call.getKind()) {
      found.addAll(flattened(inner));
    } else {
      found.add(first);
    }
    found.add(call.operand(1));
    return found;
  }

  private Part compared(SqlNode left, String operator, SqlNode right) {
    List<Part> sides = alike(part(left), part(right));
    return operator(
        inOperator(sides.getFirst()) + " " + operator + " " + inOperator(sides.getLast()), BOOLEAN);
  }

  private Part computed(SqlCall call) {
    List<Part> sides = alike(part(call.operand(0)), part(call.operand(1)));
    Part left = sides.getFirst();
    String type =
        left.type() != null && left.type().equals(sides.getLast().type()) ? left.type() : null;
    return operator(
        inSum(call, 0, left)
            + " "
            + call.getOperator().getName()
            + " "
            + inSum(call, 1, sides.getLast()),
        type);
  }

  /** Products within sums, and what stands on the left anyway, need no parentheses. */
  private String inSum(SqlCall call, int place, Part side) {
    int inner = bindingOf(call.operand(place));
    int outer = bindingOf(call);
    boolean needsNone = inner > outer || (inner == outer && place == 0);
    return needsNone && inner > 0 ? side.text() : inOperator(side);
  }

  private static int bindingOf(SqlNode node) {
    return switch (node.getKind()) {
      case PLUS, MINUS -> 1;
      case TIMES, DIVIDE -> 2;
      default -> 0;
    };
  }

  private Part negative(SqlCall call) {
    Part operand = part(call.operand(0));
    return call.operand(0) instanceof SqlNumericLiteral number
        ? number(number, "-" + number.toValue())
        : operator("- " + inOperator(operand), operand.type());
  }

  private Part like(SqlCall call) {
    SqlLikeOperator like = (SqlLikeOperator) call.getOperator();
    if (call.operandCount() != 2 || !like.isCaseSensitive()) {
      throw new UnknownPartException(call);
    }
    return operator(
        inOperator(asText(part(call.operand(0))))
            + (like.isNegated() ? " !~~ " : " ~~ ")
            + inOperator(asText(part(call.operand(1)))),
        BOOLEAN);
  }

  private Part between(SqlCall call) {
    SqlBetweenOperator between = (SqlBetweenOperator) call.getOperator();
    if (between.flag == SqlBetweenOperator.Flag.SYMMETRIC) {
      throw new UnknownPartException(call);
    }
    boolean isNot = between.isNegated();
    Part low = compared(call.operand(0), isNot ? "<" : ">=", call.operand(1));
    Part high = compared(call.operand(0), isNot ? ">" : "<=", call.operand(2));
    return operator(low.text() + (isNot ? " OR " : " AND ") + high.text(), BOOLEAN);
  }

  private Part in(SqlCall call, String operator, String quantifier) {
    if (!(call.operand(1) instanceof SqlNodeList list)) {
      throw new UnknownPartException(call);
    }
    if (list.size() == 1) {
      return compared(call.operand(0), operator, list.get(0));
    }
    Part left = part(call.operand(0));
    List<String> elements = new ArrayList<>();
    for (SqlNode element : list) {
      Part value = part(element);
      boolean isVarchar = left.is(VARCHAR) && value.is(UNKNOWN);
      elements.add(isVarchar ? value.text() + "::" + VARCHAR : alike(left, value).getLast().text());
    }
    String array = "ARRAY[" + String.join(", ", elements) + "]";
    if (left.is(VARCHAR)) {
      array = (isPretty ? array : "(" + array + ")") + "::text[]";
    }
    String side = left.is(VARCHAR) ? castTo(left, TEXT).text() : inOperator(left);
    return operator("%s %s %s (%s)".formatted(side, operator, quantifier, array), BOOLEAN);
  }

  private Part cast(SqlCall call) {
    if (!(call.operand(1) instanceof SqlDataTypeSpec spec)) {
      throw new UnknownPartException(call);
    }
    String type = nameOf(spec);
    Part operand = part(call.operand(0));
    return operand.is(UNKNOWN)
        ? Part.simple(operand.text() + "::" + type, withoutLimits(type))
        : castTo(operand, type);
  }

  private String nameOf(SqlDataTypeSpec spec) {
    if (spec.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec named) {
      EnumType type = names.findEnum(named.getTypeName().names);
      String name = type == null ? null : nameOf(type);
      if (name != null) {
        return name;
      }
      String last = named.getTypeName().names.getLast();
      if (last.startsWith("reg")) {
        return last;
      }
      if (last.startsWith("_")) {
        return nameOf(StatementParser.parseType(last.substring(1))) + "[]";
      }
    }
    boolean isVarchar = spec.getTypeName().getSimple().equalsIgnoreCase("varchar");
    String type = TypeMapping.sqlType(TypeMapping.columnType(spec)).toString();
    return isVarchar && type.equals(TEXT) ? VARCHAR : type;
  }

  private Part castTo(Part part, String type) {
    boolean needsNone = isPretty && part.isSimple();
    boolean hasParentheses =
        !isPretty && part.text().startsWith("(") && !part.text().contains(")::");
    String operand = needsNone || hasParentheses ? part.text() : "(" + part.text() + ")";
    return Part.simple(operand + "::" + type, withoutLimits(type));
  }

  private Part array(SqlCall call) {
    List<Part> elements = call.getOperandList().stream().map(this::part).toList();
    String text =
        elements.stream()
            .map(element -> element.is(UNKNOWN) ? element.text() + "::text" : element.text())
            .collect(Collectors.joining(", "));
    String type = elements.isEmpty() ? null : elements.getFirst().type();
    return Part.simple(
        "ARRAY[" + text + "]", type == null ? null : type.equals(UNKNOWN) ? "text[]" : type + "[]");
  }

  private Part function(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    if (name.equals("||") && call.operandCount() == 2) {
      return operator(
          inOperator(asText(part(call.operand(0))))
              + " || "
              + inOperator(asText(part(call.operand(1)))),
          TEXT);
    }
    if ((name.equals("->") || name.equals("->>")) && call.operandCount() == 2) {
      Part of = part(call.operand(0));
      String member = inOperator(asText(part(call.operand(1))));
      return operator(
          inOperator(of) + " " + name + " " + member, name.equals("->") ? of.type() : TEXT);
    }
    if (OF_ONE_TYPE.contains(name)) {
      return ofOneType(call);
    }
    boolean isWord = WITHOUT_PARENTHESES.contains(name) && call.operandCount() == 0;
    if (isWord) {
      return Part.simple(name.toUpperCase(Locale.ROOT), null);
    }
    boolean isPlain =
        call.getOperator() instanceof SqlFunction function
            && (function.getSyntax() == SqlSyntax.FUNCTION || call.operandCount() == 0)
            && name.matches("[a-z_][a-z0-9_]*");
    if (!isPlain || call.getFunctionQuantifier() != null) {
      throw new UnknownPartException(call);
    }
    List<String> arguments = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      Part argument = part(operand);
      boolean isText = OF_TEXT.contains(name) || name.equals("date_trunc");
      arguments.add(isText ? asText(argument).text() : argument.text());
    }
    String type = name.endsWith("length") ? INTEGER : OF_TEXT.contains(name) ? TEXT : null;
    return Part.simple(name + "(" + String.join(", ", arguments) + ")", type);
  }

  /** Words of the grammar whose arguments are all of the type of one of them. */
  private Part ofOneType(SqlCall call) {
    List<Part> parts = call.getOperandList().stream().map(this::part).toList();
    String type =
        parts.stream()
            .map(Part::type)
            .filter(known -> known != null && !known.equals(UNKNOWN))
            .findFirst()
            .orElse(TEXT);
    String arguments =
        parts.stream()
            .map(part -> part.is(UNKNOWN) ? part.text() + "::" + type : part.text())
            .collect(Collectors.joining(", "));
    String word = call.getOperator().getName().toUpperCase(Locale.ROOT);
    return Part.simple(word + "(" + arguments + ")", type);
  }

  private Part asText(Part part) {
    if (part.is(UNKNOWN)) {
      return Part.simple(part.text() + "::text", TEXT);
    }
    return part.is(VARCHAR) ? castTo(part, TEXT) : part;
  }

  /** Two operands with the casts that bring them to one type. */
  private List<Part> alike(Part left, Part right) {
    if (left.is(UNKNOWN) && !right.is(UNKNOWN)) {
      return List.of(typed(left, right.type()), right.is(VARCHAR) ? castTo(right, TEXT) : right);
    }
    if (right.is(UNKNOWN)) {
      return List.of(left.is(VARCHAR) ? castTo(left, TEXT) : left, typed(right, left.type()));
    }
    String wider = wider(left.type(), right.type());
    return List.of(
        wider == null || left.is(wider) ? left : castTo(left, wider),
        wider == null || right.is(wider) ? right : castTo(right, wider));
  }

  private static Part typed(Part literal, @Nullable String type) {
    if (type == null || type.equals(UNKNOWN)) {
      return literal;
    }
    String wanted = type.equals(VARCHAR) ? TEXT : type.equals("character") ? "bpchar" : type;
    return Part.simple(literal.text() + "::" + wanted, wanted);
  }

  /** The type that both are cast to; null if operators take them as they are. */
  private static @Nullable String wider(@Nullable String left, @Nullable String right) {
    if (left == null || right == null) {
      return null;
    }
    if (left.equals(VARCHAR) && (right.equals(VARCHAR) || right.equals(TEXT))) {
      return TEXT;
    }
    if (left.equals(TEXT) && right.equals(VARCHAR)) {
      return TEXT;
    }
    Set<String> both = Set.copyOf(List.of(left, right));
    Set<String> integers = Set.of("smallint", INTEGER, BIGINT);
    boolean hasFloat = both.contains(DOUBLE) || both.contains("real");
    boolean hasOther = both.contains(NUMERIC) || both.stream().anyMatch(integers::contains);
    if (hasFloat && hasOther) {
      return DOUBLE;
    }
    return both.contains(NUMERIC) && both.stream().anyMatch(integers::contains) ? NUMERIC : null;
  }
}
