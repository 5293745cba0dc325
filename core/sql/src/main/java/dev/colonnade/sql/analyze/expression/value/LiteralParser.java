package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.library.CastRegistry;
import dev.colonnade.sql.function.library.array.ArrayConstructionFunctions;
import dev.colonnade.sql.function.library.temporal.TimeZoneCasts;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reader of literals as values of a type. Errors have PostgreSQL's texts, without a position. */
final class LiteralParser {
  /** Number of digits with which a number may be no OID. */
  private static final int OID_DIGITS_MAX = 10;

  private final ExpressionState state;
  private final DomainChecks domains;
  private final BiFunction<String, Type, Expression> rows;

  /**
   * Creates a parser.
   *
   * @param rows reads the text of a row of a type
   */
  LiteralParser(
      ExpressionState state, DomainChecks domains, BiFunction<String, Type, Expression> rows) {
    this.rows = requireNonNull(rows, "rows is null");
    this.state = requireNonNull(state, "state is null");
    this.domains = requireNonNull(domains, "domains is null");
  }

  /** Returns the value of a text: a literal, unless its meaning depends on the session. */
  Expression parse(String text, TypeReference target) {
    Type type = Types.baseOf(target.type());
    if (type.form() == TypeForm.ENUM) {
      return label(text, type);
    }
    if (type.isArray()) {
      return array(text, type, target.modifier());
    }
    if (type.isComposite()) {
      return rows.apply(text, type);
    }
    boolean isPseudo = type.form() == TypeForm.PSEUDO && type.kind() == null;
    boolean isOfSystem = !isPseudo && ColumnTypes.isOfSystem(type);
    if (isPseudo || isOfSystem) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          isOfSystem
              ? "input of type %s is not supported".formatted(type)
              : "input of anonymous composite types is not implemented");
    }
    requireInput(type);
    TypeKind kind = ExpressionState.kindOf(type);
    BiFunction<InputContext, String, Object> reader = FixedTexts.reader(kind, target.modifier());
    if (reader != null) {
      return temporal(text, target, reader);
    }
    return switch (kind) {
      case TEXT, VARCHAR, CHAR, UNKNOWN -> new Literal(VectorType.of(kind), text);
      case REGCLASS -> relation(text);
      case REGTYPE -> type(text);
      default -> converted(text, kind);
    };
  }

  /** Refuses types whose values are texts of a form that no function checks. */
  static void requireInput(Type type) {
    if (type.oid() == TypeOids.ACL_ITEM) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "input of type %s is not supported".formatted(type));
    }
  }

  private Expression label(String text, Type type) {
    EnumType enumType = CatalogTypes.enumOf(state.statement().names(), type);
    boolean isKnown =
        enumType != null && enumType.labels().stream().map(EnumLabel::label).anyMatch(text::equals);
    if (!isKnown) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_ENUM_LABEL,
          "invalid input value for enum %s: \"%s\"".formatted(type, text));
    }
    return ExpressionState.text(text);
  }

  private Expression array(String text, Type type, int modifier) {
    Type element = requireNonNull(state.registry().types().elementOf(type), "no element type");
    boolean isVector = type.sqlName().endsWith("vector");
    List<@Nullable String> texts =
        isVector ? words(text) : ArrayText.parse(text, element.storage().delimiter());
    List<Expression> values = new ArrayList<>();
    for (String item : texts) {
      Expression value =
          item == null
              ? new Literal(ExpressionState.vectorOf(element), null)
              : parse(item, new TypeReference(element, modifier));
      values.add(element.isDomain() ? domains.checked(value, element) : value);
    }
    return isVector ? vector(values) : array(ArrayValue.shapeOf(texts), values);
  }

  private static List<@Nullable String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  private static Literal vector(List<Expression> elements) {
    List<@Nullable Object> values = new ArrayList<>();
    elements.forEach(element -> values.add(((Literal) element).value()));
    return new Literal(VectorType.of(TypeKind.ARRAY), new ZeroBasedArray(values));
  }

  /** Returns an array of a shape: a literal, unless an element depends on the session. */
  Expression array(ArrayShape shape, List<Expression> elements) {
    List<@Nullable Object> constants = new ArrayList<>();
    for (Expression element : elements) {
      if (element instanceof Literal literal) {
        constants.add(literal.value());
      }
    }
    if (constants.size() == elements.size()) {
      return new Literal(
          VectorType.of(TypeKind.ARRAY),
          ArrayValue.of(shape.isPlain() ? ArrayValue.shapeOf(constants) : shape, constants));
    }
    Expression plain = state.builder().array(elements);
    if (shape.isPlain()) {
      return plain;
    }
    Literal bounds =
        new Literal(
            VectorType.of(TypeKind.ARRAY),
            ArrayValue.of(shape, Collections.nCopies(elements.size(), null)));
    return state.call(ArrayConstructionFunctions.class, "shaped", TypeKind.ARRAY, plain, bounds);
  }

  /** Returns the OID of a relation; names of system tables are resolved by the session. */
  private Expression relation(String text) {
    String name = text.strip();
    if (isOid(name)) {
      return new Literal(VectorType.of(TypeKind.REGCLASS), Long.parseLong(name));
    }
    Relation relation = FixedTexts.relationOf(text, state.statement().names());
    if (relation == null) {
      return converted(text, TypeKind.REGCLASS);
    }
    state.statement().use(relation.id());
    return new Literal(VectorType.of(TypeKind.REGCLASS), SystemOids.of(relation.id()));
  }

  private static boolean isOid(String text) {
    return !text.isEmpty()
        && text.length() < OID_DIGITS_MAX
        && text.chars().allMatch(letter -> letter >= '0' && letter <= '9');
  }

  /** Returns the OID of a type; names of several words are resolved by the session. */
  private Expression type(String text) {
    String name = text.strip();
    if (isOid(name)) {
      return new Literal(VectorType.of(TypeKind.REGTYPE), Long.parseLong(name));
    }
    boolean isCharacter = name.equals("char"); // the name of another type in the catalog
    Type found = state.registry().types().base().find(isCharacter ? "bpchar" : name);
    return found == null
        ? converted(text, TypeKind.REGTYPE)
        : new Literal(VectorType.of(TypeKind.REGTYPE), (long) found.oid());
  }

  /** Returns the value of a text in the session; without one, a cast if it depends on that. */
  private Expression temporal(
      String text, TypeReference target, BiFunction<InputContext, String, Object> reader) {
    TypeKind kind = ExpressionState.kindOf(Types.baseOf(target.type()));
    Object value = DateTimeInput.constant(reader, text);
    InputContext session = state.statement().input();
    if (value == null && session != null) {
      value = valueIn(session, text, reader);
    }
    if (value != null) {
      return state.builder().literal(kind, value);
    }
    return kind == TypeKind.INTERVAL
        ? state.call(
            TimeZoneCasts.class,
            "textToIntervalOf",
            TypeKind.INTERVAL,
            ExpressionState.text(text),
            state.builder().literal(TypeKind.INTEGER, target.modifier()))
        : converted(text, kind);
  }

  /** Returns the value of a text in the session; null if each execution reads it. */
  private @Nullable Object valueIn(
      InputContext session, String text, BiFunction<InputContext, String, Object> reader) {
    Object value = reader.apply(session, text);
    if (!DateTimeInput.dependsOnClock(reader, session, text)) {
      return value;
    }
    state.statement().addReadOfClock();
    return state.statement().fixesClock() ? value : null;
  }

  private Expression converted(String text, TypeKind kind) {
    List<ScalarFunction> functions = CastRegistry.find(TypeKind.TEXT, kind);
    if (functions == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "input of type %s is not supported".formatted(kind.sqlName()));
    }
    if (functions.stream().anyMatch(ScalarFunction::dependsOnStatement)) {
      return state.builder().cast(ExpressionState.text(text), kind);
    }
    Object value = text;
    for (ScalarFunction function : functions) {
      value =
          requireNonNull(
              function.call(StatementServices.NONE, List.of(value)), "no value of a literal");
    }
    return state.builder().literal(kind, value);
  }
}
