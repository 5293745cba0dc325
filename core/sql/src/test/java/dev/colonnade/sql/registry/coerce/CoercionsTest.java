package dev.colonnade.sql.registry.coerce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.SampleTypes;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link Coercions}. */
class CoercionsTest {
  private final Registry registry = SampleTypes.registry();
  private final Coercions coercions = new Coercions(registry);

  private TypeReference type(String name) {
    return TypeReference.of(SampleTypes.type(registry, name));
  }

  private TypeReference type(String name, int modifier) {
    return new TypeReference(SampleTypes.type(registry, name), modifier);
  }

  @Test
  void shouldFitToModifier() {
    TypeReference five = type("varchar", TypeModifiers.ofLength(5));
    assertThat(coercions.explicit(type("text"), five))
        .containsExactly(new CastStep.Relabel(five.type()), new CastStep.Fit(five, true));
    assertThat(coercions.assignment("c", five, five)).isEmpty();
    assertThat(coercions.assignment("c", type("varchar"), five))
        .containsExactly(new CastStep.Fit(five, false));
  }

  @Test
  void shouldReadLiterals() {
    TypeReference number = type("numeric", TypeModifiers.ofNumeric(10, 2));
    assertThat(coercions.explicit(type("unknown"), number))
        .containsExactly(
            new CastStep.ParseLiteral(type("numeric")), new CastStep.Fit(number, true));
  }

  @Test
  void shouldCheckDomains() {
    TypeReference five = type("varchar", TypeModifiers.ofLength(5));
    assertThat(coercions.assignment("c", type("unknown"), type("short")))
        .containsExactly(
            new CastStep.ParseLiteral(type("varchar")),
            new CastStep.Fit(five, false),
            new CastStep.CheckDomain(type("short").type()));
  }

  @Test
  void shouldConvertElements() {
    List<CastStep> steps = coercions.explicit(type("int4[]"), type("text[]"));
    assertThat(steps)
        .containsExactly(
            new CastStep.ConvertElements(
                type("text[]").type(),
                List.of(new CastStep.ConvertText(type("int4").type(), type("text").type()))));
  }

  @Test
  void shouldRespectContext() {
    assertThat(coercions.find(type("int8"), type("int4"), CastContext.IMPLICIT)).isNull();
    assertThat(coercions.find(type("int8"), type("int4"), CastContext.ASSIGNMENT)).hasSize(1);
    assertThat(coercions.find(type("text"), type("int4"), CastContext.ASSIGNMENT)).isNull();
    assertThat(coercions.find(type("text"), type("int4"), CastContext.EXPLICIT)).hasSize(1);
  }

  @Test
  void shouldRefuseMissingCasts() {
    assertThatThrownBy(() -> coercions.explicit(type("bool"), type("date")))
        .hasMessage("cannot cast type boolean to date");
    assertThatThrownBy(() -> coercions.assignment("c", type("bool"), type("date")))
        .hasMessage("column \"c\" is of type date but expression is of type boolean");
    assertThatThrownBy(
            () -> coercions.operand("argument of WHERE", type("int4").type(), type("bool").type()))
        .hasMessage("argument of WHERE must be type boolean, not type integer");
  }

  @Test
  void shouldConvertRows() {
    assertThat(coercions.explicit(type("record"), type("pair")))
        .containsExactly(new CastStep.ConvertRow(type("pair").type()));
  }
}
