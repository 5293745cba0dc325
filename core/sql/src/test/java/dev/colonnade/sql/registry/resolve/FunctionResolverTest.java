package dev.colonnade.sql.registry.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.SampleTypes;
import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.type.Type;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link FunctionResolver}. */
class FunctionResolverTest {
  private final Registry registry = SampleTypes.registry();
  private final FunctionResolver resolver = new FunctionResolver(registry);

  private List<Type> types(String... names) {
    return Arrays.stream(names).map(name -> SampleTypes.type(registry, name)).toList();
  }

  private FunctionResolution.Call call(String name, String... types) {
    return (FunctionResolution.Call) resolver.resolve("", name, CallArguments.of(types(types)));
  }

  private ColonnadeException failure(String name, String... types) {
    return catchThrowableOfType(ColonnadeException.class, () -> call(name, types));
  }

  @Test
  void shouldTakeExactMatchWithoutSteps() {
    FunctionResolution.Call call = call("abs", "int4");
    assertThat(call.entry().oid()).isEqualTo(1397);
    assertThat(call.arguments().getFirst().steps()).isEmpty();
    assertThat(call.entry().implementation()).isInstanceOf(Implementation.Method.class);
  }

  @Test
  void shouldPreferTextForUnknownArgument() {
    FunctionResolution.Call call = call("length", "unknown");
    assertThat(call.arguments().getFirst().type().name()).isEqualTo("text");
    assertThat(call.arguments().getFirst().steps().getFirst())
        .isInstanceOf(CastStep.ParseLiteral.class);
  }

  @Test
  void shouldPreferPreferredTypeOfCategory() {
    assertThat(call("abs", "unknown").result().name()).isEqualTo("float8");
    assertThat(call("sqrt", "int4").result().name()).isEqualTo("float8");
  }

  @Test
  void shouldTakeUnknownAsTypeOfOtherArguments() {
    assertThat(call("mod", "int8", "unknown").entry().oid()).isEqualTo(947);
  }

  @Test
  void shouldRefuseUnknownFunctionWithHint() {
    ColonnadeException e = failure("f", "int4", "unknown");
    assertThat(e.sqlState()).isEqualTo("42883");
    assertThat(e).hasMessage("function f(integer, unknown) does not exist");
    assertThat(e.fields().hint())
        .isEqualTo(
            "No function matches the given name and argument types."
                + " You might need to add explicit type casts.");
  }

  @Test
  void shouldRefuseAmbiguousFunctionWithHint() {
    ColonnadeException e = failure("sum", "unknown");
    assertThat(e.sqlState()).isEqualTo("42725");
    assertThat(e).hasMessage("function sum(unknown) is not unique");
    assertThat(e.fields().hint())
        .isEqualTo(
            "Could not choose a best candidate function."
                + " You might need to add explicit type casts.");
  }

  @Test
  void shouldExpandVariadicParameter() {
    FunctionResolution.Call call = call("json_extract_path", "json", "unknown", "text");
    assertThat(call.variadicCount()).isEqualTo(2);
    assertThat(call.positions()).containsExactly(0, 1, 1);
  }

  @Test
  void shouldTakeArrayForVariadicKeyword() {
    CallArguments arguments = new CallArguments(types("unknown", "text[]"), List.of(), true);
    var call = (FunctionResolution.Call) resolver.resolve("", "json_extract_path", arguments);
    assertThat(call.variadicCount()).isZero();
  }

  @Test
  void shouldMatchArgumentsByName() {
    CallArguments arguments = new CallArguments(types("int4", "unknown"), List.of("days"), false);
    var call = (FunctionResolution.Call) resolver.resolve("", "make_interval", arguments);
    assertThat(call.positions()).containsExactly(0, 3);
    assertThat(call.entry().inputs().get(6).defaultText()).isEqualTo("0.0");
  }

  @Test
  void shouldShowNamesInMessages() {
    CallArguments arguments = new CallArguments(types("int4"), List.of("dayz"), false);
    assertThat(
            catchThrowableOfType(
                ColonnadeException.class, () -> resolver.resolve("", "make_interval", arguments)))
        .hasMessage("function make_interval(dayz => integer) does not exist");
  }

  @Test
  void shouldTakeCallOfTypeNameAsCast() {
    FunctionResolution found = resolver.resolve("", "text", CallArguments.of(types("varchar")));
    assertThat(found).isInstanceOf(FunctionResolution.Conversion.class);
    assertThat(call("int4", "int8").entry().implementation()).isEqualTo(new Implementation.Cast());
  }

  @Test
  void shouldBindPolymorphicTypes() {
    assertThat(call("array_append", "int4[]", "unknown").result().name()).isEqualTo("_int4");
    assertThat(call("array_append", "int4[]", "numeric").result().name()).isEqualTo("_numeric");
    assertThat(call("unnest", "mood[]").result().name()).isEqualTo("mood");
    assertThat(failure("array_length", "int4", "int4"))
        .hasMessage("function array_length(integer, integer) does not exist");
    assertThat(failure("array_length", "unknown", "int4"))
        .hasMessage("could not determine polymorphic type because input has type unknown");
  }

  @Test
  void shouldTakeDomainAsItsBase() {
    assertThat(call("abs", "posint").result().name()).isEqualTo("int4");
  }

  @Test
  void shouldFindSchemas() {
    CallArguments arguments = CallArguments.of(types("oid", "int4"));
    assertThat(resolver.resolve("information_schema", "_pg_char_max_length", arguments))
        .isNotNull();
    assertThat(
            catchThrowableOfType(
                ColonnadeException.class, () -> resolver.resolve("o", "abs", arguments)))
        .hasMessage("function o.abs(oid, integer) does not exist");
  }

  @Test
  void shouldFindInternalFunctions() {
    assertThat(resolver.internal("list item", types("int4[]", "int4")).result().name())
        .isEqualTo("int4");
    assertThat(resolver.internal("array_item", types("jsonb", "unknown")).entry().inputs().get(1))
        .extracting(parameter -> parameter.type().name())
        .isEqualTo("text");
  }

  @Test
  void shouldKnowKindsOfAggregates() {
    assertThat(call("percentile_cont", "float8", "float8").entry().behavior().directCount())
        .isEqualTo(1);
    assertThat(call("sum", "int4").entry().implementation())
        .isEqualTo(new Implementation.Aggregate("sum"));
    assertThat(call("row_number").entry().implementation())
        .isEqualTo(new Implementation.Window("row_number"));
  }
}
