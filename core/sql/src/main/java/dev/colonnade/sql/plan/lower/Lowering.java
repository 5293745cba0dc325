package dev.colonnade.sql.plan.lower;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.call.ResolvedFunction;
import dev.colonnade.sql.function.operator.CatalogOperators.CatalogOperator;
import dev.colonnade.sql.function.operator.PostgresOperators;
import dev.colonnade.sql.function.operator.RuntimeFunctions;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.type.PostgresTypeSystem;
import dev.colonnade.sql.run.context.QueryParameters;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the calls of an expression whose meaning is PostgreSQL's own by calls of our functions:
 * arithmetic, casts, LIKE, everything about times. Comparisons and logic stay as they are. Types do
 * not change.
 */
final class Lowering extends RexShuttle {
  /** The number of the parameter that holds the start of the transaction. */
  static final int START_PARAMETER = QueryParameters.START_PARAMETER;

  private final RexBuilder builder;
  private final RelDataTypeFactory factory;
  private final CastLowering casts;
  private final JsonLowering json;
  private final SequenceLowering sequences;

  /** Number of calls of volatile functions so far. */
  private int calls;

  Lowering(RexBuilder builder) {
    this.builder = builder;
    this.factory = builder.getTypeFactory();
    this.casts = new CastLowering(builder);
    this.json = new JsonLowering(builder, casts);
    this.sequences = new SequenceLowering(builder, casts);
  }

  @Override
  public RexNode visitLiteral(RexLiteral literal) {
    if (literal.isNull()) {
      return literal;
    }
    return switch (literal.getType().getSqlTypeName()) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        TimestampString value = literal.getValueAs(TimestampString.class);
        yield value == null
            ? literal
            : micros(literal, DateTimeFunctions.textToTimestamp(value.toString()));
      }
      case TIME -> {
        TimeString value = literal.getValueAs(TimeString.class);
        yield value == null
            ? literal
            : micros(literal, DateTimeFunctions.textToTime(value.toString()));
      }
      case DECIMAL -> lowerDecimal(literal);
      default -> literal;
    };
  }

  /** A literal of the kind without limits has the digits of its type; its own are fewer. */
  private RexNode lowerDecimal(RexLiteral literal) {
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    if (value == null || !PostgresTypeSystem.isUnlimited(literal.getType())) {
      return literal;
    }
    BigDecimal stripped = value.stripTrailingZeros();
    BigDecimal plain = stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    return call(literal.getType(), RuntimeFunctions.keep(TypeKind.NUMERIC), exact(plain));
  }

  private RexNode exact(BigDecimal value) {
    int precision = Math.max(value.precision(), value.scale() + 1);
    RelDataType type = factory.createSqlType(SqlTypeName.DECIMAL, precision, value.scale());
    return builder.makeLiteral(value, type, false);
  }

  private RexNode micros(RexLiteral literal, long micros) {
    RexNode number =
        builder.makeExactLiteral(
            BigDecimal.valueOf(micros), factory.createSqlType(SqlTypeName.BIGINT));
    return call(literal.getType(), RuntimeFunctions.keep(TypeKind.TIMESTAMP), number);
  }

  @Override
  public RexNode visitCall(RexCall call) {
    if (call instanceof org.apache.calcite.rex.RexOver) {
      return call;
    }
    if (call.getKind() == SqlKind.SEARCH) {
      return RexUtil.expandSearch(builder, null, call).accept(this);
    }
    List<RexNode> operands = new ArrayList<>(call.operands.size());
    for (RexNode operand : call.operands) {
      operands.add(operand.accept(this));
    }
    if (call.getKind() == SqlKind.AND || call.getKind() == SqlKind.OR) {
      // An operand that was expanded may be of the same kind.
      return RexUtil.flatten(builder, call.clone(call.getType(), operands));
    }
    RexNode lowered = lower(call, operands);
    return lowered != null
        ? lowered
        : call.operands.equals(operands) ? call : call.clone(call.getType(), operands);
  }

  private @Nullable RexNode lower(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    return switch (call.getKind()) {
      case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX -> arithmetic(call, operands);
      case CAST, SAFE_CAST -> casts.cast(operands.getFirst(), type);
      case LIKE -> like(call, operands);
      case OTHER_FUNCTION, OTHER -> function(call, operands);
      default -> named(call, operands);
    };
  }

  private @Nullable RexNode arithmetic(RexCall call, List<RexNode> operands) {
    RelDataType type = call.getType();
    TypeKind kind = CalciteTypes.kindOf(type);
    if (!kind.isNumber()) {
      return moment(call, operands, call.getKind() == SqlKind.MINUS);
    }
    RuntimeFunction function = RuntimeFunctions.arithmetic(call.getKind(), kind);
    if (function == null) {
      return null;
    }
    RelDataType wanted = kind == TypeKind.NUMERIC ? PostgresTypeSystem.unlimited(factory) : type;
    return builder.makeCall(
        type, function, operands.stream().map(operand -> casts.number(operand, wanted)).toList());
  }

  private @Nullable RexNode moment(RexCall call, List<RexNode> operands, boolean isEarlier) {
    if (operands.size() != 2
        || CalciteTypes.kindOf(operands.get(1).getType()) != TypeKind.INTERVAL) {
      return null;
    }
    RexNode interval = operands.get(1);
    boolean isMonths =
        SqlTypeName.YEAR_INTERVAL_TYPES.contains(interval.getType().getSqlTypeName());
    RelDataType bigint = factory.createSqlType(SqlTypeName.BIGINT);
    RexNode amount = intervalAmount(interval, bigint, isMonths);
    if (isEarlier) {
      amount =
          call(bigint, RuntimeFunctions.arithmetic(SqlKind.MINUS_PREFIX, TypeKind.BIGINT), amount);
    }
    RelDataType timestamp = factory.createSqlType(SqlTypeName.TIMESTAMP);
    RexNode moved =
        call(
            nullable(timestamp, call),
            isMonths ? RuntimeFunctions.ADD_MONTHS : RuntimeFunctions.ADD_MICROS,
            casts.cast(operands.getFirst(), nullable(timestamp, operands.getFirst())),
            amount);
    return casts.cast(moved, call.getType());
  }

  /** Months, or microseconds: Calcite holds the latter as milliseconds. */
  private RexNode intervalAmount(RexNode interval, RelDataType bigint, boolean isMonths) {
    if (!(interval instanceof RexLiteral literal) || literal.isNull()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "only intervals that are literals can be added: " + interval);
    }
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    long amount = value == null ? 0 : value.longValue();
    return builder.makeExactLiteral(
        BigDecimal.valueOf(isMonths ? amount : Math.multiplyExact(amount, 1000)), bigint);
  }

  private RexNode like(RexCall call, List<RexNode> operands) {
    boolean ignoresCase =
        call.getOperator().getName().toUpperCase(java.util.Locale.ROOT).contains("ILIKE");
    boolean isEscaped = operands.size() == 3;
    RuntimeFunction function =
        ignoresCase
            ? isEscaped ? RuntimeFunctions.ILIKE_ESCAPED : RuntimeFunctions.ILIKE
            : isEscaped ? RuntimeFunctions.LIKE_ESCAPED : RuntimeFunctions.LIKE;
    return builder.makeCall(call.getType(), function, operands);
  }

  private RexNode catalogFunction(RexCall call, CatalogOperator operator, List<RexNode> operands) {
    List<RexNode> arguments = new ArrayList<>();
    for (int i = 0; i < operator.argumentCount(); i++) {
      RelDataType type = operator.argumentType(factory, i);
      arguments.add(
          i < operands.size() ? casts.cast(operands.get(i), type) : builder.makeNullLiteral(type));
    }
    return builder.makeCall(call.getType(), operator.function(), arguments);
  }

  private @Nullable RexNode function(RexCall call, List<RexNode> operands) {
    RexNode ofSequence = sequences.lower(call, operands);
    if (ofSequence != null) {
      return ofSequence;
    }
    if (call.getOperator() instanceof CatalogOperator operator) {
      return catalogFunction(call, operator, operands);
    }
    if (call.getOperator() instanceof ResolvedFunction resolved) {
      return resolved(call, resolved, operands);
    }
    if (call.getOperator().equals(PostgresOperators.EXTRACT)) {
      boolean isDate = CalciteTypes.kindOf(operands.get(1).getType()) == TypeKind.DATE;
      return builder.makeCall(
          call.getType(),
          isDate ? RuntimeFunctions.EXTRACT_DATE : RuntimeFunctions.EXTRACT_TIMESTAMP,
          operands);
    }
    if (call.getOperator().equals(PostgresOperators.DATE_TRUNC)) {
      RelDataType timestamp = factory.createSqlType(SqlTypeName.TIMESTAMP);
      return call(
          call.getType(),
          RuntimeFunctions.TRUNCATE,
          operands.getFirst(),
          casts.cast(operands.get(1), nullable(timestamp, operands.get(1))));
    }
    if (call.getOperator().equals(PostgresOperators.LENGTH)) {
      return builder.makeCall(call.getType(), RuntimeFunctions.LENGTH, operands);
    }
    if (call.getOperator().equals(PostgresOperators.DATE_PLUS_DAYS)) {
      return days(call, RuntimeFunctions.DATE_ADD_DAYS, operands);
    }
    if (call.getOperator().equals(PostgresOperators.DATE_MINUS_DAYS)) {
      return days(call, RuntimeFunctions.DATE_SUBTRACT_DAYS, operands);
    }
    if (call.getOperator().equals(PostgresOperators.DATE_MINUS_DATE)) {
      return builder.makeCall(call.getType(), RuntimeFunctions.DATE_MINUS_DATE, operands);
    }
    if (call.getOperator().equals(PostgresOperators.NOW)) {
      return start(call.getType());
    }
    return namedByUs(call, operands);
  }

  private RexNode resolved(RexCall call, ResolvedFunction function, List<RexNode> operands) {
    List<RexNode> arguments = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      RexNode operand = operands.get(i);
      SqlType type = function.argumentTypes().get(i);
      if (function.isTypeNameArgument(i)) {
        arguments.add(builder.makeLiteral(type.toString()));
        continue;
      }
      RexNode argument =
          casts.cast(operand, nullable(CalciteTypes.relType(factory, type), operand));
      arguments.add(function.isJsonArgument(i) ? json.of(argument) : argument);
    }
    RuntimeFunction meant =
        function.isDeterministic() ? function.function() : function.function().numbered(++calls);
    return builder.makeCall(call.getType(), meant, arguments);
  }

  private @Nullable RexNode namedByUs(RexCall call, List<RexNode> operands) {
    boolean isDecimal = CalciteTypes.kindOf(call.getType()) == TypeKind.NUMERIC;
    return switch (call.getOperator().getName()) {
      case "date_plus_interval" -> moment(call, operands, false);
      case "date_minus_interval" -> moment(call, operands, true);
      case "reverse" -> builder.makeCall(call.getType(), RuntimeFunctions.REVERSE, operands);
      case "trunc" ->
          number(
              call,
              isDecimal ? RuntimeFunctions.TRUNC_DECIMAL : RuntimeFunctions.TRUNC_DOUBLE,
              operands);
      case "sign" ->
          number(
              call,
              isDecimal ? RuntimeFunctions.SIGN_DECIMAL : RuntimeFunctions.SIGN_DOUBLE,
              operands);
      default -> named(call, operands);
    };
  }

  private RexNode number(RexCall call, RuntimeFunction function, List<RexNode> operands) {
    RelDataType type = factory.createTypeWithNullability(call.getType(), false);
    return call(call.getType(), function, casts.number(operands.getFirst(), type));
  }

  private RexNode days(RexCall call, RuntimeFunction function, List<RexNode> operands) {
    RelDataType integer = factory.createSqlType(SqlTypeName.INTEGER);
    RexNode days = operands.getLast();
    return call(
        call.getType(), function, operands.getFirst(), casts.cast(days, nullable(integer, days)));
  }

  private @Nullable RexNode named(RexCall call, List<RexNode> operands) {
    return switch (call.getOperator().getName()) {
      case "SUBSTRING" -> substring(call, operands);
      case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP" ->
          casts.cast(start(timestamptz()), call.getType());
      case "CURRENT_DATE" -> casts.cast(start(timestamptz()), call.getType());
      default -> null;
    };
  }

  private RelDataType timestamptz() {
    return factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }

  private RexNode start(RelDataType type) {
    return builder.makeDynamicParam(type, START_PARAMETER);
  }

  private @Nullable RexNode substring(RexCall call, List<RexNode> operands) {
    if (!CalciteTypes.kindOf(operands.getFirst().getType()).isText()) {
      return null;
    }
    List<RexNode> arguments = new ArrayList<>();
    arguments.add(operands.getFirst());
    RelDataType integer = factory.createSqlType(SqlTypeName.INTEGER);
    for (RexNode operand : operands.subList(1, operands.size())) {
      arguments.add(casts.cast(operand, nullable(integer, operand)));
    }
    return builder.makeCall(
        call.getType(),
        operands.size() == 2 ? RuntimeFunctions.SUBSTRING_FROM : RuntimeFunctions.SUBSTRING,
        arguments);
  }

  private RelDataType nullable(RelDataType type, RexNode like) {
    return factory.createTypeWithNullability(type, like.getType().isNullable());
  }

  private RexNode call(RelDataType type, @Nullable RuntimeFunction function, RexNode... operands) {
    if (function == null) {
      throw new IllegalStateException("no such function: type=" + type);
    }
    return builder.makeCall(type, function, List.of(operands));
  }
}
