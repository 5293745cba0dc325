package dev.colonnade.sql.registry.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link Types} and {@link TypeModifiers}. */
class TypesTest {
  private final Types types = new Types(new BaseTypes(), TypeOverlay.NONE);

  private String shown(String name, int modifier) {
    return new TypeReference(types.base().named(name), modifier).toString();
  }

  @Test
  void shouldFindTypes() {
    assertThat(types.find("pg_catalog", "int4")).hasToString("integer");
    assertThat(types.find(List.of("public"), "int4")).isEqualTo(types.find(23));
    assertThat(types.find(List.of("public"), "nothing")).isNull();
    assertThat(types.elementOf(types.require(1007))).isEqualTo(types.require(23));
    assertThat(types.arrayOf(types.require(23))).isEqualTo(types.require(1007));
    assertThat(types.find(1 << 30)).isNull();
  }

  @Test
  void shouldShowModifiers() {
    assertThat(shown("numeric", TypeModifiers.ofNumeric(10, 2))).isEqualTo("numeric(10,2)");
    assertThat(shown("numeric", TypeModifiers.ofNumeric(3, -2))).isEqualTo("numeric(3,-2)");
    assertThat(shown("varchar[]", TypeModifiers.ofLength(5))).isEqualTo("character varying(5)[]");
    assertThat(shown("timestamptz", 3)).isEqualTo("timestamp(3) with time zone");
    int fields = TypeModifiers.intervalFields("day to second");
    assertThat(shown("interval", TypeModifiers.ofInterval(fields, 3)))
        .isEqualTo("interval day to second(3)");
    assertThat(shown("interval", TypeModifiers.ofInterval(TypeModifiers.ALL_FIELDS, 0)))
        .isEqualTo("interval(0)");
    assertThat(shown("int4", TypeModifiers.NONE)).isEqualTo("integer");
  }

  @Test
  void shouldKnowWhichTypesArePolymorphic() {
    assertThat(types.base().named("anyelement").polymorphism().isPolymorphic()).isTrue();
    assertThat(types.base().named("any").polymorphism().isPolymorphic()).isFalse();
    assertThat(types.base().named("int4").polymorphism()).isEqualTo(Polymorphism.NONE);
  }
}
