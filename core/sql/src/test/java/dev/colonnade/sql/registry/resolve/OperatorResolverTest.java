package dev.colonnade.sql.registry.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.SampleTypes;
import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.type.Type;
import org.junit.jupiter.api.Test;

/** Tests of {@link OperatorResolver}. */
class OperatorResolverTest {
  private final Registry registry = SampleTypes.registry();
  private final OperatorResolver resolver = new OperatorResolver(registry);

  private Type type(String name) {
    return SampleTypes.type(registry, name);
  }

  private ResolvedOperator infix(String left, String name, String right) {
    return resolver.infix(name, type(left), type(right));
  }

  @Test
  void shouldTakeExactMatch() {
    ResolvedOperator found = infix("int4", "+", "int4");
    assertThat(found.entry().oid()).isEqualTo(551);
    assertThat(found.operands()).allMatch(operand -> operand.steps().isEmpty());
  }

  @Test
  void shouldTakeUnknownAsTypeOfOtherOperand() {
    assertThat(infix("date", "-", "unknown").result().name()).isEqualTo("int4");
    assertThat(infix("unknown", "=", "unknown").operands().getFirst().type().name())
        .isEqualTo("text");
  }

  @Test
  void shouldTakeDomainAsItsBase() {
    ResolvedOperator found = infix("posint", "=", "unknown");
    assertThat(found.entry().oid()).isEqualTo(96);
    assertThat(found.operands().getFirst().steps())
        .containsExactly(new CastStep.Relabel(type("int4")));
  }

  @Test
  void shouldCastToPreferredType() {
    ResolvedOperator found = infix("int4", "+", "float4");
    assertThat(found.result().name()).isEqualTo("float8");
    assertThat(found.operands().getFirst().steps().getFirst()).isInstanceOf(CastStep.Convert.class);
  }

  @Test
  void shouldRefuseMissingOperator() {
    assertThatThrownBy(() -> infix("int4", "+", "bool"))
        .hasMessage("operator does not exist: integer + boolean");
    ColonnadeException e =
        catchThrowableOfType(ColonnadeException.class, () -> resolver.prefix("-", type("text")));
    assertThat(e).hasMessage("operator does not exist: - text");
    assertThat(e.fields().hint())
        .isEqualTo(
            "No operator matches the given name and argument type."
                + " You might need to add an explicit type cast.");
  }

  @Test
  void shouldRefuseAmbiguousOperator() {
    ColonnadeException e =
        catchThrowableOfType(ColonnadeException.class, () -> infix("unknown", "+", "unknown"));
    assertThat(e.sqlState()).isEqualTo("42725");
    assertThat(e).hasMessage("operator is not unique: unknown + unknown");
  }

  @Test
  void shouldBindPolymorphicOperands() {
    assertThat(infix("int4[]", "||", "int8").result().name()).isEqualTo("_int8");
    assertThat(infix("text", "||", "int4").result().name()).isEqualTo("text");
    assertThat(infix("mood", "<", "unknown").operands().getLast().type().name()).isEqualTo("mood");
    assertThatThrownBy(() -> infix("int4[]", "=", "text[]"))
        .hasMessage("operator does not exist: integer[] = text[]");
  }

  @Test
  void shouldResolveAnyOfArray() {
    ResolvedOperator found = resolver.quantified("=", type("int8"), type("int4[]"));
    assertThat(found.entry().oid()).isEqualTo(416);
    assertThat(found.operands().getLast().type().name()).isEqualTo("_int4");
    assertThat(resolver.quantified("=", type("int4"), type("unknown")).operands().getLast().type())
        .isEqualTo(type("int4[]"));
    assertThatThrownBy(() -> resolver.quantified("=", type("int4"), type("int4")))
        .hasMessage("op ANY/ALL (array) requires array on right side");
    assertThatThrownBy(() -> resolver.quantified("+", type("int4"), type("int4[]")))
        .hasMessage("op ANY/ALL (array) requires operator to yield boolean");
  }

  @Test
  void shouldFindCommutatorsAndNegators() {
    var relatives = infix("int4", "<", "int8").entry().behavior().relatives();
    assertThat(registry.operators().find(relatives.commutatorOid()))
        .isEqualTo(infix("int8", ">", "int4").entry());
    assertThat(registry.operators().find(relatives.negatorOid()))
        .isEqualTo(infix("int4", ">=", "int8").entry());
    assertThat(registry.operators().find(1)).isNull();
  }

  @Test
  void shouldNameImplementations() {
    assertThat(infix("int4", "<", "int8").entry().implementation())
        .isEqualTo(new Implementation.Comparison("<"));
    assertThat(infix("text", "!~~", "text").entry().implementation())
        .isInstanceOf(Implementation.Negation.class);
    assertThat(infix("lseg", "##", "lseg").entry().isSupported()).isFalse();
  }
}
