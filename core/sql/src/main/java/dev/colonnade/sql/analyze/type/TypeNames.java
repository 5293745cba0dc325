package dev.colonnade.sql.analyze.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Constant.IntegerConstant;
import dev.colonnade.sql.syntax.query.Constant.NumericConstant;
import dev.colonnade.sql.syntax.query.Constant.StringConstant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.system.SystemOids;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Resolution of the names of types in a statement. */
public final class TypeNames {
  private static final int LENGTH_MAX = 10_485_760;
  private static final int BITS_MAX = 8 * LENGTH_MAX;
  private static final int PRECISION_MAX = 1000;
  private static final int MICROS_DIGITS = 6;

  private final StatementAnalysis statement;

  public TypeNames(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns the type of a name; UNKNOWN_OBJECT with PostgreSQL's text if there is none. */
  public TypeReference resolve(TypeName name) {
    try {
      return resolved(name);
    } catch (ColonnadeException e) {
      throw e.fields().position() > 0 ? e : e.with(e.fields().withPosition(name.position() + 1));
    }
  }

  private TypeReference resolved(TypeName name) {
    if (name.array().ofColumn()) {
      throw error(ErrorCode.UNSUPPORTED, "%TYPE is not supported", name.position());
    }
    Type found = find(name.name().parts());
    if (found == null) {
      String text = name.name().dotted() + (name.array().bounds().isEmpty() ? "" : "[]");
      throw error(
          ErrorCode.UNKNOWN_OBJECT, "type \"%s\" does not exist".formatted(text), name.position());
    }
    int userId =
        SystemOids.idOf(
            found.isComposite()
                ? found.oid() - SystemOids.rowType(0) + SystemOids.of(0)
                : found.oid());
    if (userId >= 0) {
      statement.use(userId);
      record(name, userId, found);
    }
    int modifier = modifier(found, name);
    if (name.array().bounds().isEmpty()) {
      return new TypeReference(found, modifier);
    }
    Type array = found.isArray() ? found : statement.registry().types().arrayOf(found);
    if (array == null) {
      throw error(
          ErrorCode.UNKNOWN_OBJECT,
          "could not find array type for data type " + found,
          name.position());
    }
    return new TypeReference(array, modifier);
  }

  private void record(TypeName name, int userId, Type found) {
    NameUses uses = statement.uses();
    if (uses == null) {
      return;
    }
    int partCount = name.name().parts().size();
    uses.addNamed(name.position(), new NameUses.NamedObject(userId, partCount));
    if (partCount == 1) {
      uses.addTypeSchema(name.position(), schemaOf(found));
    }
  }

  private String schemaOf(Type type) {
    SchemaEntry temporary = statement.names().temporarySchema();
    return temporary != null && temporary.name().equals(type.schema())
        ? SchemaEntry.TEMPORARY_ALIAS
        : type.schema();
  }

  private @Nullable Type find(List<String> parts) {
    Types types = statement.registry().types();
    List<String> names = parts.size() > 2 ? parts.subList(parts.size() - 2, parts.size()) : parts;
    if (names.size() == 2) {
      String schema = names.getFirst();
      if (schema.equals(Type.Name.SYSTEM_SCHEMA)) {
        return types.find(schema, names.getLast());
      }
      if (statement.names().catalog().isOfTable()) {
        Type found = types.find(schema, names.getLast());
        found = found == null ? types.find(BuiltIns.PUBLIC, names.getLast()) : found;
        if (found != null) {
          return found;
        }
      }
      requireSchema(schema);
      return types.find(schema, names.getLast());
    }
    List<String> path = new ArrayList<>();
    for (SchemaEntry schema : statement.names().path()) {
      path.add(schema.name());
    }
    return types.find(path, names.getLast());
  }

  private void requireSchema(String name) {
    if (!name.equals(SchemaEntry.TEMPORARY_ALIAS) && !name.equals("information_schema")) {
      statement.names().schema(name);
    }
  }

  private static ColonnadeException error(ErrorCode code, String message, int position) {
    return new ColonnadeException(code, message, ErrorFields.at(position + 1));
  }

  private int modifier(Type type, TypeName name) {
    List<Integer> numbers = new ArrayList<>();
    for (Expression modifier : name.modifiers()) {
      numbers.add(number(modifier, name.position()));
    }
    if (type.name().equals("interval")) {
      return intervalModifier(name, numbers);
    }
    if (numbers.isEmpty()) {
      return TypeModifiers.NONE;
    }
    return switch (type.name()) {
      case "varchar" -> length("varchar", numbers, name.position());
      case "bpchar" -> length("char", numbers, name.position());
      case "numeric" -> numeric(numbers, name.position());
      case "time", "timetz", "timestamp", "timestamptz" -> digits(type, numbers, name);
      case "bit", "varbit" -> bits(type.name(), numbers, name.position());
      default ->
          throw error(
              ErrorCode.SYNTAX_ERROR,
              "type modifier is not allowed for type \"%s\"".formatted(name.name().dotted()),
              name.position());
    };
  }

  private static int number(Expression modifier, int position) {
    String text =
        switch (modifier) {
          case IntegerConstant integer -> Integer.toString(integer.value());
          case NumericConstant numeric -> numeric.text();
          case StringConstant string -> string.value();
          default -> "";
        };
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new ColonnadeException(
          text.isEmpty() ? ErrorCode.SYNTAX_ERROR : ErrorCode.INVALID_TEXT_REPRESENTATION,
          text.isEmpty()
              ? "type modifiers must be simple constants or identifiers"
              : "invalid input syntax for type integer: \"%s\"".formatted(text),
          ErrorFields.at(position + 1),
          e);
    }
  }

  private static int length(String name, List<Integer> numbers, int position) {
    int length = numbers.getFirst();
    if (numbers.size() != 1) {
      throw error(ErrorCode.INVALID_ARGUMENT, "invalid type modifier", position);
    }
    if (length < 1) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "length for type %s must be at least 1".formatted(name),
          position);
    }
    if (length > LENGTH_MAX) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "length for type %s cannot exceed %d".formatted(name, LENGTH_MAX),
          position);
    }
    return TypeModifiers.ofLength(length);
  }

  private static int bits(String name, List<Integer> numbers, int position) {
    int length = numbers.getFirst();
    if (numbers.size() != 1) {
      throw error(ErrorCode.INVALID_ARGUMENT, "invalid type modifier", position);
    }
    if (length < 1) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "length for type %s must be at least 1".formatted(name),
          position);
    }
    if (length > BITS_MAX) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "length for type %s cannot exceed %d".formatted(name, BITS_MAX),
          position);
    }
    return length;
  }

  private static int numeric(List<Integer> numbers, int position) {
    int precision = numbers.getFirst();
    int scale = numbers.size() == 1 ? 0 : numbers.get(1);
    if (numbers.size() > 2) {
      throw error(ErrorCode.INVALID_ARGUMENT, "invalid NUMERIC type modifier", position);
    }
    if (precision < 1 || precision > PRECISION_MAX) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "NUMERIC precision %d must be between 1 and %d".formatted(precision, PRECISION_MAX),
          position);
    }
    if (scale < -PRECISION_MAX || scale > PRECISION_MAX) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "NUMERIC scale %d must be between -%d and %d"
              .formatted(scale, PRECISION_MAX, PRECISION_MAX),
          position);
    }
    return TypeModifiers.ofNumeric(precision, scale);
  }

  private static int digits(Type type, List<Integer> numbers, TypeName name) {
    int digits = numbers.getFirst();
    if (digits < 0) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "%s(%d)%s precision must not be negative".formatted(keyword(type), digits, zone(type)),
          name.position());
    }
    return Math.min(digits, MICROS_DIGITS);
  }

  private static String keyword(Type type) {
    return type.name().startsWith("timestamp") ? "TIMESTAMP" : "TIME";
  }

  private static String zone(Type type) {
    return type.name().endsWith("tz") ? " WITH TIME ZONE" : "";
  }

  private static int intervalModifier(TypeName name, List<Integer> numbers) {
    String fields = name.intervalFields();
    if (fields == null && numbers.isEmpty()) {
      return TypeModifiers.NONE;
    }
    int mask = TypeModifiers.intervalFields(fields == null ? "" : fields.toLowerCase(Locale.ROOT));
    int precision =
        numbers.isEmpty()
            ? TypeModifiers.FULL_PRECISION
            : Math.min(numbers.getFirst(), MICROS_DIGITS);
    if (precision < 0) {
      throw error(
          ErrorCode.INVALID_ARGUMENT,
          "INTERVAL(%d) precision must not be negative".formatted(precision),
          name.position());
    }
    return TypeModifiers.ofInterval(mask, precision);
  }
}
