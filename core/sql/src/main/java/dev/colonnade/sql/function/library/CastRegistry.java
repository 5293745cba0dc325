package dev.colonnade.sql.function.library;

import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.datetime.DateTimeOutput;
import dev.colonnade.sql.function.library.base.BaseTypeCasts;
import dev.colonnade.sql.function.library.base.GeometricFunctions;
import dev.colonnade.sql.function.library.base.HardwareAddressFunctions;
import dev.colonnade.sql.function.library.base.MoneyFunctions;
import dev.colonnade.sql.function.library.base.NetworkFunctions;
import dev.colonnade.sql.function.library.json.JsonComparisonFunctions;
import dev.colonnade.sql.function.library.json.JsonFunctions;
import dev.colonnade.sql.function.library.temporal.TimeWithZoneFunctions;
import dev.colonnade.sql.function.library.temporal.TimeZoneCasts;
import dev.colonnade.sql.function.scalar.BitStrings;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.IdentityCasts;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.value.OidCasts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.base.BaseType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Registry of casts: the sequence of functions that a cast applies. Integer arguments and results
 * are BIGINT, and REAL arguments are DOUBLE, unless the function declares another type.
 */
public final class CastRegistry {
  private static final Map<TypeKind, Map<TypeKind, List<ScalarFunction>>> CASTS =
      new EnumMap<>(TypeKind.class);

  static {
    numbers();
    texts();
    dateTimes();
    references();
    bits();
    others();
    json();
    baseTypes();
    ranges("Int4", TypeKind.INT4RANGE, TypeKind.INT4MULTIRANGE);
    ranges("Int8", TypeKind.INT8RANGE, TypeKind.INT8MULTIRANGE);
    ranges("Num", TypeKind.NUMRANGE, TypeKind.NUMMULTIRANGE);
    ranges("Ts", TypeKind.TSRANGE, TypeKind.TSMULTIRANGE);
    ranges("Tstz", TypeKind.TSTZRANGE, TypeKind.TSTZMULTIRANGE);
    ranges("Date", TypeKind.DATERANGE, TypeKind.DATEMULTIRANGE);
  }

  private CastRegistry() {}

  /** Returns the functions of a cast from one kind to another; null if there is no such cast. */
  public static @Nullable List<ScalarFunction> find(TypeKind from, TypeKind to) {
    Map<TypeKind, List<ScalarFunction>> targets = CASTS.get(from);
    return targets == null ? null : targets.get(to);
  }

  private static void put(TypeKind from, TypeKind to, ScalarFunction... functions) {
    CASTS.computeIfAbsent(from, _ -> new EnumMap<>(TypeKind.class)).put(to, List.of(functions));
  }

  private static ScalarFunction cast(String name) {
    return ScalarFunction.of(Casts.class, name);
  }

  private static ScalarFunction dateTime(String name) {
    return ScalarFunction.of(DateTimeFunctions.class, name);
  }

  private static void numbers() {
    ScalarFunction toSmallint = cast("longToSmallint");
    ScalarFunction toInteger = cast("longToInteger");
    put(TypeKind.BIGINT, TypeKind.SMALLINT, toSmallint);
    put(TypeKind.BIGINT, TypeKind.INTEGER, toInteger);
    put(TypeKind.BIGINT, TypeKind.NUMERIC, cast("longToDecimal"));
    put(TypeKind.BIGINT, TypeKind.DOUBLE, cast("longToDouble"));
    put(TypeKind.BIGINT, TypeKind.REAL, cast("longToDouble"), cast("doubleToReal"));
    put(TypeKind.BIGINT, TypeKind.BOOLEAN, cast("longToBoolean"));
    put(TypeKind.NUMERIC, TypeKind.SMALLINT, cast("decimalToSmallint"));
    put(TypeKind.NUMERIC, TypeKind.INTEGER, cast("decimalToInteger"));
    put(TypeKind.NUMERIC, TypeKind.BIGINT, cast("decimalToLong"));
    put(TypeKind.NUMERIC, TypeKind.DOUBLE, cast("decimalToDouble"));
    put(TypeKind.NUMERIC, TypeKind.REAL, cast("decimalToDouble"), cast("doubleToReal"));
    put(TypeKind.DOUBLE, TypeKind.SMALLINT, cast("doubleToSmallint"));
    put(TypeKind.DOUBLE, TypeKind.INTEGER, cast("doubleToInteger"));
    put(TypeKind.DOUBLE, TypeKind.BIGINT, cast("doubleToLong"));
    put(TypeKind.DOUBLE, TypeKind.REAL, cast("doubleToReal"));
    put(TypeKind.DOUBLE, TypeKind.NUMERIC, cast("doubleToDecimal"));
    put(TypeKind.REAL, TypeKind.NUMERIC, cast("realToDecimal"));
    put(TypeKind.BOOLEAN, TypeKind.INTEGER, cast("booleanToInteger"));
  }

  private static void json() {
    put(TypeKind.JSONB, TypeKind.BOOLEAN, ofJson("jsonbToBoolean"));
    put(TypeKind.JSONB, TypeKind.SMALLINT, ofJson("jsonbToShort"));
    put(TypeKind.JSONB, TypeKind.INTEGER, ofJson("jsonbToInteger"));
    put(TypeKind.JSONB, TypeKind.BIGINT, ofJson("jsonbToLong"));
    put(TypeKind.JSONB, TypeKind.NUMERIC, ofJson("jsonbToDecimal"));
    put(TypeKind.JSONB, TypeKind.DOUBLE, ofJson("jsonbToDouble"));
    put(TypeKind.JSONB, TypeKind.REAL, ofJson("jsonbToReal"));
  }

  private static ScalarFunction ofJson(String name) {
    return ScalarFunction.of(JsonComparisonFunctions.class, name);
  }

  private static void texts() {
    put(TypeKind.TEXT, TypeKind.SMALLINT, cast("textToSmallint"));
    put(TypeKind.TEXT, TypeKind.INTEGER, ScalarFunction.of(Casts.class, "textToInteger"));
    put(TypeKind.TEXT, TypeKind.BIGINT, cast("textToLong"));
    put(TypeKind.TEXT, TypeKind.NUMERIC, cast("textToDecimal"));
    put(TypeKind.TEXT, TypeKind.DOUBLE, cast("textToDouble"));
    put(TypeKind.TEXT, TypeKind.REAL, cast("textToReal"));
    put(TypeKind.TEXT, TypeKind.BOOLEAN, cast("textToBoolean"));
    put(TypeKind.TEXT, TypeKind.UUID, cast("textToUuid"));
    put(TypeKind.TEXT, TypeKind.BYTEA, cast("textToBytea"));
    put(TypeKind.BIGINT, TypeKind.TEXT, cast("longToText"));
    put(TypeKind.NUMERIC, TypeKind.TEXT, cast("decimalToText"));
    put(TypeKind.DOUBLE, TypeKind.TEXT, cast("doubleToText"));
    put(TypeKind.REAL, TypeKind.TEXT, cast("realToText"));
    put(TypeKind.BOOLEAN, TypeKind.TEXT, cast("booleanToText"));
    put(TypeKind.UUID, TypeKind.TEXT, cast("uuidToText"));
    put(TypeKind.BYTEA, TypeKind.TEXT, cast("byteaToText"));
  }

  /**
   * Adds the casts of OIDs and object references; texts are resolved as names by the session's
   * search path.
   */
  private static void references() {
    ScalarFunction keepLong = ScalarFunction.of(IdentityCasts.class, "keepLong");
    put(TypeKind.TEXT, TypeKind.OID, ScalarFunction.of(OidCasts.class, "textToOid"));
    put(TypeKind.OID, TypeKind.TEXT, cast("longToText"));
    List<TypeKind> kinds = Arrays.stream(TypeKind.values()).filter(TypeKind::isOid).toList();
    for (TypeKind kind : kinds) {
      put(TypeKind.BIGINT, kind, ScalarFunction.of(OidCasts.class, "longToOid"));
      put(TypeKind.INTEGER, kind, ScalarFunction.of(OidCasts.class, "integerToOid"));
      put(TypeKind.SMALLINT, kind, ScalarFunction.of(OidCasts.class, "integerToOid"));
      put(kind, TypeKind.BIGINT, keepLong);
      put(kind, TypeKind.INTEGER, ScalarFunction.of(OidCasts.class, "oidToInteger"));
      kinds.stream().filter(other -> other != kind).forEach(other -> put(kind, other, keepLong));
      if (kind.isNamedReference()) {
        String name = kind.name().charAt(0) + kind.name().substring(1).toLowerCase(Locale.ROOT);
        put(TypeKind.TEXT, kind, ScalarFunction.of(OidCasts.class, "textTo" + name));
        put(kind, TypeKind.TEXT, ScalarFunction.of(OidCasts.class, "textOf" + name));
      }
    }
  }

  private static void dateTimes() {
    put(TypeKind.TEXT, TypeKind.DATE, zoned("textToDate"));
    put(TypeKind.TEXT, TypeKind.TIME, zoned("textToTime"));
    put(TypeKind.TEXT, TypeKind.TIMESTAMP, zoned("textToTimestamp"));
    put(TypeKind.DATE, TypeKind.TEXT, zoned("dateToText"));
    put(TypeKind.TIME, TypeKind.TEXT, ScalarFunction.of(DateTimeOutput.class, "time"));
    put(TypeKind.TIMESTAMP, TypeKind.TEXT, zoned("timestampToText"));
    put(TypeKind.DATE, TypeKind.TIMESTAMP, dateTime("dateToTimestamp"));
    put(TypeKind.TIMESTAMP, TypeKind.DATE, dateTime("timestampToDate"));
    put(TypeKind.TIMESTAMP, TypeKind.TIME, dateTime("timestampToTime"));
    put(TypeKind.TEXT, TypeKind.TIMESTAMPTZ, zoned("textToTimestamptz"));
    put(TypeKind.TIMESTAMPTZ, TypeKind.TEXT, zoned("timestamptzToText"));
    put(TypeKind.DATE, TypeKind.TIMESTAMPTZ, zoned("dateToTimestamptz"));
    put(TypeKind.TIMESTAMP, TypeKind.TIMESTAMPTZ, zoned("timestampToTimestamptz"));
    put(TypeKind.TIMESTAMPTZ, TypeKind.TIMESTAMP, zoned("timestamptzToTimestamp"));
    put(TypeKind.TIMESTAMPTZ, TypeKind.DATE, zoned("timestamptzToDate"));
    put(TypeKind.TIMESTAMPTZ, TypeKind.TIME, zoned("timestamptzToTime"));
    put(TypeKind.TEXT, TypeKind.TIMETZ, timetz("textToTimetz"));
    put(TypeKind.TIMETZ, TypeKind.TEXT, timetz("timetzToText"));
    put(TypeKind.TIME, TypeKind.TIMETZ, timetz("timeToTimetz"));
    put(TypeKind.TIMESTAMPTZ, TypeKind.TIMETZ, timetz("timestamptzToTimetz"));
    put(TypeKind.TIMETZ, TypeKind.TIME, timetz("timetzToTime"));
    put(TypeKind.TEXT, TypeKind.INTERVAL, zoned("textToInterval"));
    put(TypeKind.INTERVAL, TypeKind.TEXT, zoned("intervalToText"));
    put(TypeKind.TIME, TypeKind.INTERVAL, interval("timeToInterval"));
    put(TypeKind.INTERVAL, TypeKind.TIME, interval("intervalToTime"));
  }

  private static ScalarFunction timetz(String name) {
    return ScalarFunction.of(TimeWithZoneFunctions.class, name);
  }

  private static void bits() {
    for (TypeKind kind : List.of(TypeKind.BIT, TypeKind.VARBIT)) {
      TypeKind other = kind == TypeKind.BIT ? TypeKind.VARBIT : TypeKind.BIT;
      put(TypeKind.TEXT, kind, bit("textToBits"));
      put(kind, TypeKind.TEXT, bit("bitsToText"));
      put(kind, other, bit("bitsToText"));
    }
    put(TypeKind.BIGINT, TypeKind.BIT, bit("lowestBit"));
    put(TypeKind.BIT, TypeKind.INTEGER, bit("bitsToInteger"));
    put(TypeKind.BIT, TypeKind.BIGINT, bit("bitsToLong"));
  }

  private static ScalarFunction bit(String name) {
    return ScalarFunction.of(BitStrings.class, name);
  }

  private static void others() {
    ScalarFunction keepText = ScalarFunction.of(IdentityCasts.class, "keepText");
    put(TypeKind.TEXT, TypeKind.JSON, ScalarFunction.of(JsonFunctions.class, "textToJson"));
    put(TypeKind.TEXT, TypeKind.JSONB, ScalarFunction.of(JsonFunctions.class, "textToJsonb"));
    put(TypeKind.JSON, TypeKind.JSONB, ScalarFunction.of(JsonFunctions.class, "textToJsonb"));
    put(TypeKind.JSONB, TypeKind.JSON, keepText);
    for (TypeKind kind :
        List.of(TypeKind.JSON, TypeKind.JSONB, TypeKind.NAME, TypeKind.BYTE_CHAR)) {
      put(kind, TypeKind.TEXT, keepText);
    }
    put(TypeKind.TEXT, TypeKind.NAME, cast("textToName"));
    put(TypeKind.BYTE_CHAR, TypeKind.NAME, keepText);
    put(TypeKind.NAME, TypeKind.BYTE_CHAR, cast("textToByteChar"));
    put(TypeKind.TEXT, TypeKind.BYTE_CHAR, cast("textToByteChar"));
  }

  private static void baseTypes() {
    for (BaseType type : BaseType.values()) {
      TypeKind kind = TypeKind.of(type);
      String name = type.name().charAt(0) + type.sqlName().substring(1);
      put(TypeKind.TEXT, kind, ScalarFunction.of(BaseTypeCasts.class, "textTo" + name));
      put(kind, TypeKind.TEXT, ScalarFunction.of(BaseTypeCasts.class, "outputText"));
    }
    put(TypeKind.BIGINT, TypeKind.MONEY, ofBase(MoneyFunctions.class, "ofLong"));
    put(TypeKind.NUMERIC, TypeKind.MONEY, ofBase(MoneyFunctions.class, "ofDecimal"));
    put(TypeKind.MONEY, TypeKind.NUMERIC, ofBase(MoneyFunctions.class, "toDecimal"));
    put(TypeKind.INET, TypeKind.TEXT, ofBase(NetworkFunctions.class, "text"));
    put(TypeKind.CIDR, TypeKind.TEXT, ofBase(NetworkFunctions.class, "text"));
    put(TypeKind.INET, TypeKind.CIDR, ofBase(NetworkFunctions.class, "toCidr"));
    put(TypeKind.CIDR, TypeKind.INET, ofBase(NetworkFunctions.class, "toInet"));
    put(TypeKind.MACADDR, TypeKind.MACADDR8, ofBase(HardwareAddressFunctions.class, "toLong"));
    put(TypeKind.MACADDR8, TypeKind.MACADDR, ofBase(HardwareAddressFunctions.class, "toShort"));
    put(TypeKind.XML, TypeKind.TEXT, ofBase(BaseTypeCasts.class, "xmlToText"));
    ScalarFunction center = ofBase(GeometricFunctions.class, "center");
    put(TypeKind.BOX, TypeKind.POINT, center);
    put(TypeKind.LSEG, TypeKind.POINT, center);
    put(TypeKind.CIRCLE, TypeKind.POINT, center);
    put(TypeKind.POINT, TypeKind.BOX, ofBase(GeometricFunctions.class, "pointToBox"));
    put(TypeKind.BOX, TypeKind.LSEG, ofBase(GeometricFunctions.class, "boxToLseg"));
    put(TypeKind.BOX, TypeKind.POLYGON, ofBase(GeometricFunctions.class, "boxToPolygon"));
    put(TypeKind.BOX, TypeKind.CIRCLE, ofBase(GeometricFunctions.class, "boxToCircle"));
    put(TypeKind.CIRCLE, TypeKind.BOX, ofBase(GeometricFunctions.class, "circleToBox"));
    put(TypeKind.POLYGON, TypeKind.BOX, ofBase(GeometricFunctions.class, "polygonToBox"));
    put(TypeKind.POLYGON, TypeKind.POINT, ofBase(GeometricFunctions.class, "polygonCenter"));
    put(TypeKind.POLYGON, TypeKind.CIRCLE, ofBase(GeometricFunctions.class, "polygonToCircle"));
    put(TypeKind.POLYGON, TypeKind.PATH, ofBase(GeometricFunctions.class, "polygonToPath"));
    put(TypeKind.PATH, TypeKind.POLYGON, ofBase(GeometricFunctions.class, "pathToPolygon"));
  }

  private static ScalarFunction ofBase(Class<?> owner, String name) {
    return ScalarFunction.of(owner, name);
  }

  private static void ranges(String name, TypeKind range, TypeKind multirange) {
    String first = name.toLowerCase(Locale.ROOT);
    put(TypeKind.TEXT, range, ofRange("textTo" + name + "range"));
    put(range, TypeKind.TEXT, ofRange(first + "rangeToText"));
    put(TypeKind.TEXT, multirange, ofRange("textTo" + name + "multirange"));
    put(multirange, TypeKind.TEXT, ofRange(first + "multirangeToText"));
    put(range, multirange, ofRange("rangeToMultirange"));
  }

  private static ScalarFunction ofRange(String name) {
    return ScalarFunction.of(RangeCasts.class, name);
  }

  private static ScalarFunction zoned(String name) {
    return ScalarFunction.of(TimeZoneCasts.class, name);
  }

  private static ScalarFunction interval(String name) {
    return ScalarFunction.of(IntervalFunctions.class, name);
  }
}
