package dev.colonnade.catalog.codec;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.SystemType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserTypeCodecTest {
  private static final EnumType COLOUR = EnumType.create(100, "colour", List.of("red", "green"));
  private static final DomainType DOMAIN =
      new DomainType(
          102,
          "d",
          ColumnType.array(ColumnType.enumerated(COLOUR)),
          new DomainType.Use(101, true),
          false,
          "'x'",
          List.of(new DomainType.Check("c", "VALUE > 0", true)));
  private static final Key KEY = CatalogLayout.keyOf(DOMAIN);

  @Test
  void shouldEncodeGoldenBytesOfADomain() {
    assertThat(HexFormat.of().formatHex(UserTypeCodec.encode(7, DOMAIN)))
        .isEqualTo(
            "01"
                + "010064"
                + "07000000"
                + "12"
                + "11"
                + "64000000"
                + "06"
                + "03000000"
                + "277827"
                + "65000000"
                + "01"
                + "0100"
                + "010063"
                + "09000000"
                + "56414c5545203e2030"
                + "01");
  }

  @Test
  void shouldDecodeADomainOfASystemType() {
    DomainType domain =
        new DomainType(
            102,
            "short",
            ColumnType.array(SystemType.NAME.stored()),
            DomainType.Use.of(SystemType.NAME, true),
            true,
            null,
            List.of());
    DomainType read =
        UserTypeCodec.decodeDomain(KEY, UserTypeCodec.encode(7, domain), Map.of()).type();
    assertThat(read).isEqualTo(domain);
    assertThat(requireNonNull(read.base()).systemType()).isEqualTo(SystemType.NAME);
    assertThat(read.references()).isEmpty();
  }

  @Test
  void shouldDecodeWhatItHasEncoded() {
    byte[] record = UserTypeCodec.encode(7, DOMAIN);
    UserTypeCodec.DomainRecord read =
        UserTypeCodec.decodeDomain(KEY, record, Map.of(COLOUR.id(), COLOUR));
    assertThat(read.schemaId()).isEqualTo(7);
    assertThat(read.type()).isEqualTo(DOMAIN);
    for (int length = 0; length < record.length; length++) {
      byte[] shorter = Arrays.copyOf(record, length);
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> UserTypeCodec.decodeDomain(KEY, shorter, Map.of(COLOUR.id(), COLOUR)));
    }
  }
}
