package dev.colonnade.sql.function.library;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.DateTimeOutput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.value.RangeText;
import dev.colonnade.sql.function.value.Ranges;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import java.util.List;

/** Casts of ranges and multiranges to and from text, and of ranges to multiranges. */
public final class RangeCasts {
  private RangeCasts() {}

  /** Returns the text of a range or a multirange. */
  public static String text(FunctionContext context, TypeKind kind, Object value) {
    TypeKind bound = requireNonNull(kind.boundKind(), "kind has no bounds");
    return value instanceof RangeValue range
        ? RangeText.format(range, each -> text(context, each, bound))
        : RangeText.format((MultirangeValue) value, each -> text(context, each, bound));
  }

  private static String text(FunctionContext context, Object value, TypeKind kind) {
    DateStyle style = DateStyle.of(context.setting("DateStyle"));
    return switch (kind) {
      case NUMERIC -> Casts.decimalToText((BigDecimal) value);
      case DATE -> DateTimeOutput.date((Integer) value, style);
      case TIMESTAMP -> DateTimeOutput.timestamp((Long) value, style);
      case TIMESTAMPTZ -> DateTimeOutput.timestamptz((Long) value, context.timeZone(), style);
      default -> value.toString();
    };
  }

  /** Returns the range or the multirange of a text. */
  public static Object parse(FunctionContext context, TypeKind kind, String text) {
    return requireNonNull(
        ValueConverter.fromJava(SqlType.of(kind), text, InputContext.of(context)),
        "text has no value");
  }

  public static MultirangeValue rangeToMultirange(RangeValue range) {
    return Ranges.setOf(List.of(range));
  }

  public static RangeValue textToInt4range(FunctionContext context, String text) {
    return (RangeValue) parse(context, TypeKind.INT4RANGE, text);
  }

  public static String int4rangeToText(FunctionContext context, RangeValue value) {
    return text(context, TypeKind.INT4RANGE, value);
  }

  public static MultirangeValue textToInt4multirange(FunctionContext context, String text) {
    return (MultirangeValue) parse(context, TypeKind.INT4MULTIRANGE, text);
  }

  public static String int4multirangeToText(FunctionContext context, MultirangeValue value) {
    return text(context, TypeKind.INT4MULTIRANGE, value);
  }

  public static RangeValue textToInt8range(FunctionContext context, String text) {
    return (RangeValue) parse(context, TypeKind.INT8RANGE, text);
  }

  public static String int8rangeToText(FunctionContext context, RangeValue value) {
    return text(context, TypeKind.INT8RANGE, value);
  }

  public static MultirangeValue textToInt8multirange(FunctionContext context, String text) {
    return (MultirangeValue) parse(context, TypeKind.INT8MULTIRANGE, text);
  }

  public static String int8multirangeToText(FunctionContext context, MultirangeValue value) {
    return text(context, TypeKind.INT8MULTIRANGE, value);
  }

  public static RangeValue textToNumrange(FunctionContext context, String text) {
    return (RangeValue) parse(context, TypeKind.NUMRANGE, text);
  }

  public static String numrangeToText(FunctionContext context, RangeValue value) {
    return text(context, TypeKind.NUMRANGE, value);
  }

  public static MultirangeValue textToNummultirange(FunctionContext context, String text) {
    return (MultirangeValue) parse(context, TypeKind.NUMMULTIRANGE, text);
  }

  public static String nummultirangeToText(FunctionContext context, MultirangeValue value) {
    return text(context, TypeKind.NUMMULTIRANGE, value);
  }

  public static RangeValue textToTsrange(FunctionContext context, String text) {
    return (RangeValue) parse(context, TypeKind.TSRANGE, text);
  }

  public static String tsrangeToText(FunctionContext context, RangeValue value) {
    return text(context, TypeKind.TSRANGE, value);
  }

  public static MultirangeValue textToTsmultirange(FunctionContext context, String text) {
    return (MultirangeValue) parse(context, TypeKind.TSMULTIRANGE, text);
  }

  public static String tsmultirangeToText(FunctionContext context, MultirangeValue value) {
    return text(context, TypeKind.TSMULTIRANGE, value);
  }

  public static RangeValue textToTstzrange(FunctionContext context, String text) {
    return (RangeValue) parse(context, TypeKind.TSTZRANGE, text);
  }

  public static String tstzrangeToText(FunctionContext context, RangeValue value) {
    return text(context, TypeKind.TSTZRANGE, value);
  }

  public static MultirangeValue textToTstzmultirange(FunctionContext context, String text) {
    return (MultirangeValue) parse(context, TypeKind.TSTZMULTIRANGE, text);
  }

  public static String tstzmultirangeToText(FunctionContext context, MultirangeValue value) {
    return text(context, TypeKind.TSTZMULTIRANGE, value);
  }

  public static RangeValue textToDaterange(FunctionContext context, String text) {
    return (RangeValue) parse(context, TypeKind.DATERANGE, text);
  }

  public static String daterangeToText(FunctionContext context, RangeValue value) {
    return text(context, TypeKind.DATERANGE, value);
  }

  public static MultirangeValue textToDatemultirange(FunctionContext context, String text) {
    return (MultirangeValue) parse(context, TypeKind.DATEMULTIRANGE, text);
  }

  public static String datemultirangeToText(FunctionContext context, MultirangeValue value) {
    return text(context, TypeKind.DATEMULTIRANGE, value);
  }
}
