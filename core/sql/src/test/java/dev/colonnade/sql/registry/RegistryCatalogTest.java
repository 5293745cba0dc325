package dev.colonnade.sql.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.cast.CastEntry;
import dev.colonnade.sql.registry.function.FunctionEntry;
import dev.colonnade.sql.registry.function.FunctionKind;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.operator.OperatorEntry;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Comparison of the registry with a recorded extract of the catalog of PostgreSQL 15. */
class RegistryCatalogTest {
  private final Registry registry = Registry.ofSystem();

  private static List<String> lines(String name) throws IOException {
    try (InputStream in =
        RegistryCatalogTest.class.getResourceAsStream("/dev/colonnade/sql/registry/" + name)) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }

  private static String flag(boolean value) {
    return value ? "t" : "f";
  }

  private static char letter(Volatility volatility) {
    return switch (volatility) {
      case IMMUTABLE -> 'i';
      case STABLE -> 's';
      case VOLATILE -> 'v';
    };
  }

  @Test
  void shouldDeclareAllTypesAsPostgresDoes() throws IOException {
    List<String> types = registry.types().base().all().stream().map(this::line).toList();
    assertThat(types).containsExactlyInAnyOrderElementsOf(lines("pg_type.txt"));
  }

  private String line(Type type) {
    return "%d %s %s %s %s %d %s %s %s %d %d %s %s %s %d %s"
        .formatted(
            type.oid(),
            type.name(),
            type.form().letter(),
            type.category().letter(),
            flag(type.isPreferred()),
            type.storage().length(),
            flag(type.storage().isByValue()),
            type.storage().align(),
            type.storage().storage(),
            type.elementOid(),
            type.arrayOid(),
            type.functions().input(),
            type.functions().output(),
            type.functions().modifierInput(),
            type.storage().collation(),
            type.sqlName());
  }

  @Test
  void shouldDeclareAllCastsAsPostgresDoes() throws IOException {
    List<String> casts =
        registry.casts().all().stream()
            .map(
                cast ->
                    "%d %d %s %s %d"
                        .formatted(
                            cast.source().oid(),
                            cast.target().oid(),
                            cast.context().letter(),
                            cast.method().letter(),
                            cast.functionOid()))
            .toList();
    assertThat(casts).containsExactlyInAnyOrderElementsOf(lines("pg_cast.txt"));
  }

  @Test
  void shouldDeclareAllOperatorsAsPostgresDoes() throws IOException {
    List<String> operators = registry.operators().all().stream().map(this::line).toList();
    assertThat(operators).containsExactlyInAnyOrderElementsOf(lines("pg_operator.txt"));
  }

  private String line(OperatorEntry entry) {
    OperatorEntry.Behavior behavior = entry.behavior();
    return "%d %s %d %d %d %s %s %d %s %d %d %s %s"
        .formatted(
            entry.oid(),
            entry.name(),
            entry.isPrefix() ? 0 : entry.operands().getFirst().oid(),
            entry.operands().getLast().oid(),
            entry.result().oid(),
            letter(behavior.volatility()),
            flag(behavior.isStrict()),
            behavior.function().oid(),
            behavior.function().name(),
            behavior.relatives().commutatorOid(),
            behavior.relatives().negatorOid(),
            flag(behavior.relatives().canMerge()),
            flag(behavior.relatives().canHash()));
  }

  @Test
  void shouldDeclareFunctionsAsPostgresDoes() throws IOException {
    Map<String, String> expected = new HashMap<>();
    for (String line : lines("pg_proc.txt")) {
      expected.put(line.substring(0, line.indexOf(' ')), line);
    }
    for (FunctionEntry entry : registry.functions().all()) {
      if (entry.oid() != 0) {
        assertThat(line(entry)).isEqualTo(expected.get(String.valueOf(entry.oid())));
      }
    }
  }

  private String line(FunctionEntry entry) {
    String name = entry.name();
    int variadic = !entry.isVariadic() ? 0 : variadicOid(entry.inputs().getLast().type());
    return "%d %s %d %s %s %s %d %d %s %d (%s)"
        .formatted(
            entry.oid(),
            name.substring(name.indexOf('.') + 1),
            entry.result().type().oid(),
            flag(entry.result().isSet()),
            letter(entry.behavior().volatility()),
            flag(entry.behavior().isStrict()),
            entry.defaultCount(),
            variadic,
            letter(entry.kind()),
            entry.behavior().directCount(),
            entry.inputs().stream()
                .map(input -> String.valueOf(input.type().oid()))
                .collect(Collectors.joining(" ")));
  }

  /** {@code pg_proc.provariadic} is the type of one argument. */
  private static int variadicOid(Type type) {
    return switch (type.name()) {
      case "any" -> type.oid();
      case "anyarray" -> 2283;
      case "anycompatiblearray" -> 5077;
      default -> type.elementOid();
    };
  }

  private static String letter(FunctionKind kind) {
    return switch (kind) {
      case FUNCTION -> "f";
      case AGGREGATE -> "n";
      case ORDERED_SET -> "o";
      case HYPOTHETICAL_SET -> "h";
      case WINDOW -> "w";
    };
  }

  @Test
  void shouldImplementFunctionsAndOperators() {
    assertThat(registry.functions().all().stream().filter(FunctionEntry::isSupported))
        .hasSize(1607);
    assertThat(registry.operators().all().stream().filter(OperatorEntry::isSupported)).hasSize(618);
    assertThat(registry.internals().all()).allMatch(FunctionEntry::isSupported);
  }

  @Test
  void shouldPassNoMoreArgumentsThanMethodsTake() {
    for (FunctionEntry entry : registry.functions().all()) {
      if (entry.implementation() instanceof Implementation.Method method && !entry.isVariadic()) {
        assertThat(method.parameterCount())
            .as(entry.name())
            .isGreaterThanOrEqualTo(entry.inputs().size());
      }
    }
  }

  @Test
  void shouldHaveConversionsForSupportedCasts() {
    List<String> missing = new ArrayList<>();
    for (CastEntry cast : registry.casts().all()) {
      TypeKind from = cast.source().kind();
      TypeKind to = cast.target().kind();
      if (from == null || to == null || from == TypeKind.ARRAY || to == TypeKind.ARRAY) {
        continue;
      }
      try {
        new ExpressionBuilder().cast(new ColumnReference(VectorType.of(from), 0), to);
      } catch (ColonnadeException e) {
        missing.add(cast.source() + " to " + cast.target());
      }
    }
    // Refused with 0A000.
    assertThat(missing).containsExactlyInAnyOrder("circle to polygon");
  }
}
