package dev.colonnade.sql.registry.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.SampleTypes;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link CommonTypes}. */
class CommonTypesTest {
  private final Registry registry = SampleTypes.registry();
  private final CommonTypes commonTypes = new CommonTypes(registry);

  private List<TypeReference> types(String... names) {
    return Arrays.stream(names)
        .map(name -> TypeReference.of(SampleTypes.type(registry, name)))
        .toList();
  }

  private String common(String... names) {
    return commonTypes.resolve("UNION", types(names)).toString();
  }

  @Test
  void shouldTakeTypeToWhichOthersAreCast() {
    assertThat(common("int4", "unknown", "numeric")).isEqualTo("numeric");
    assertThat(common("float8", "int4")).isEqualTo("double precision");
    assertThat(common("unknown", "unknown")).isEqualTo("text");
    assertThat(common("posint", "posint")).isEqualTo("posint");
    assertThat(common("posint", "int4")).isEqualTo("integer");
  }

  @Test
  void shouldRefuseDifferentCategories() {
    assertThatThrownBy(() -> common("int4", "text"))
        .hasMessage("UNION types integer and text cannot be matched");
    assertThat(commonTypes.find(types("int4", "text").stream().map(TypeReference::type).toList()))
        .isNull();
  }

  @Test
  void shouldRefuseTypesWithoutImplicitCast() {
    assertThatThrownBy(() -> commonTypes.resolve("CASE", types("time", "date")))
        .hasMessage("CASE/WHEN could not convert type date to time without time zone");
  }

  @Test
  void shouldKeepModifierOfAll() {
    TypeReference five =
        new TypeReference(SampleTypes.type(registry, "varchar"), TypeModifiers.ofLength(5));
    assertThat(commonTypes.resolve("UNION", List.of(five, five)))
        .hasToString("character varying(5)");
    TypeReference six =
        new TypeReference(SampleTypes.type(registry, "varchar"), TypeModifiers.ofLength(6));
    assertThat(commonTypes.resolve("UNION", List.of(five, six))).hasToString("character varying");
  }

  @Test
  void shouldKeepTypeOfNestedArrays() {
    assertThat(commonTypes.array(types("int4", "int8"))).hasToString("bigint[]");
    assertThat(commonTypes.array(types("int4[]", "unknown"))).hasToString("integer[]");
    assertThat(commonTypes.array(types("int2vector"))).hasToString("int2vector[]");
  }
}
