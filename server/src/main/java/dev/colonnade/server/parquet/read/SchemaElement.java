package dev.colonnade.server.parquet.read;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.parquet.format.LogicalType;
import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.PhysicalType;
import dev.colonnade.server.parquet.format.ThriftReader;
import org.jspecify.annotations.Nullable;

/**
 * Element of a schema: a value, or a group of elements that follow it.
 *
 * @param stored type of the value; null for a group
 * @param repetition 0 if required, 1 if optional, 2 if repeated
 */
record SchemaElement(
    String name,
    @Nullable PhysicalType stored,
    int fixedBytes,
    int repetition,
    int childCount,
    LogicalType logical) {
  private static final int DIGITS_MAX = 1_000;

  boolean isValue() {
    return stored != null;
  }

  PhysicalType physical() {
    return requireNonNull(stored, "a group has no type");
  }

  static SchemaElement read(ThriftReader in) {
    String name = "";
    PhysicalType stored = null;
    int fixedBytes = 0;
    int repetition = 0;
    int childCount = 0;
    int oldType = -1;
    int scale = 0;
    int precision = 0;
    LogicalType logical = null;
    in.beginElement();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> stored = PhysicalType.of(in.readInt());
        case 2 -> fixedBytes = in.readInt();
        case 3 -> repetition = in.readInt();
        case 4 -> name = in.readText();
        case 5 -> childCount = in.readInt();
        case 6 -> oldType = in.readInt();
        case 7 -> scale = in.readInt();
        case 8 -> precision = in.readInt();
        case 10 -> logical = readLogical(in);
        default -> in.skip();
      }
    }
    in.endStruct();
    LogicalType type = logical == null ? ofOldType(oldType, precision, scale) : logical;
    boolean isDecimal = type.kind() == LogicalType.Kind.DECIMAL;
    if (isDecimal
        && (type.scale() < 0 || type.scale() > type.precision() || type.precision() > DIGITS_MAX)) {
      throw ParquetErrors.malformed("column \"%s\" has an invalid scale".formatted(name));
    }
    if (repetition < 0 || repetition > 2 || childCount < 0 || (stored == null && childCount == 0)) {
      throw ParquetErrors.malformed("its schema has an invalid element");
    }
    return new SchemaElement(name, stored, fixedBytes, repetition, childCount, type);
  }

  private static LogicalType ofOldType(int number, int precision, int scale) {
    return switch (number) {
      case -1 -> LogicalType.NONE;
      case 0, 4 -> LogicalType.of(LogicalType.Kind.STRING);
      case 3 -> LogicalType.of(LogicalType.Kind.LIST);
      case 5 -> LogicalType.decimal(precision, scale);
      case 6 -> LogicalType.of(LogicalType.Kind.DATE);
      case 7 -> LogicalType.time(LogicalType.MILLIS, true);
      case 8 -> LogicalType.time(LogicalType.MICROS, true);
      case 9 -> LogicalType.timestamp(LogicalType.MILLIS, true);
      case 10 -> LogicalType.timestamp(LogicalType.MICROS, true);
      case 11 -> LogicalType.integer(Byte.SIZE, false);
      case 12 -> LogicalType.integer(Short.SIZE, false);
      case 13 -> LogicalType.integer(Integer.SIZE, false);
      case 14 -> LogicalType.integer(Long.SIZE, false);
      case 15, 16, 17, 18 -> LogicalType.NONE; // integers of any width, with a sign
      case 19 -> LogicalType.of(LogicalType.Kind.JSON);
      default -> LogicalType.of(LogicalType.Kind.OTHER);
    };
  }

  private static LogicalType readLogical(ThriftReader in) {
    LogicalType type = LogicalType.of(LogicalType.Kind.OTHER);
    in.beginStruct();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      type =
          switch (field) {
            case 5 -> readDecimal(in);
            case 7, 8 -> readTime(in, field == 7);
            case 10 -> readInteger(in);
            default -> {
              in.skip();
              yield LogicalType.of(kindOf(field));
            }
          };
    }
    in.endStruct();
    return type;
  }

  private static LogicalType.Kind kindOf(int field) {
    return switch (field) {
      case 1, 4 -> LogicalType.Kind.STRING; // an enum, too
      case 3 -> LogicalType.Kind.LIST;
      case 6 -> LogicalType.Kind.DATE;
      case 11 -> LogicalType.Kind.UNKNOWN;
      case 12 -> LogicalType.Kind.JSON;
      case 14 -> LogicalType.Kind.UUID;
      case 15 -> LogicalType.Kind.FLOAT16;
      default -> LogicalType.Kind.OTHER;
    };
  }

  private static LogicalType readDecimal(ThriftReader in) {
    int scale = 0;
    int precision = 0;
    in.beginStruct();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> scale = in.readInt();
        case 2 -> precision = in.readInt();
        default -> in.skip();
      }
    }
    in.endStruct();
    return LogicalType.decimal(precision, scale);
  }

  private static LogicalType readTime(ThriftReader in, boolean isTime) {
    boolean isAdjusted = false;
    long units = LogicalType.MICROS;
    in.beginStruct();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> isAdjusted = in.readBoolean();
        case 2 -> units = readUnit(in);
        default -> in.skip();
      }
    }
    in.endStruct();
    return isTime ? LogicalType.time(units, isAdjusted) : LogicalType.timestamp(units, isAdjusted);
  }

  private static long readUnit(ThriftReader in) {
    long units = LogicalType.MICROS;
    in.beginStruct();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      units =
          switch (field) {
            case 1 -> LogicalType.MILLIS;
            case 2 -> LogicalType.MICROS;
            case 3 -> LogicalType.NANOS;
            default -> throw ParquetErrors.unsupported("unknown unit of time");
          };
      in.skip();
    }
    in.endStruct();
    return units;
  }

  private static LogicalType readInteger(ThriftReader in) {
    int bits = 0;
    boolean isSigned = true;
    in.beginStruct();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> bits = in.readByte();
        case 2 -> isSigned = in.readBoolean();
        default -> in.skip();
      }
    }
    in.endStruct();
    return LogicalType.integer(bits, isSigned);
  }
}
