package dev.colonnade.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Unit tests of {@link BackupManifest}: text form, damage, hostile names. */
class BackupManifestTest {
  private static final String CHECKSUM = "0123456789abcdef".repeat(4);
  private static final BackupManifest MANIFEST =
      new BackupManifest(
          12,
          new UUID(1, 2),
          Instant.parse("2026-01-31T12:00:00Z"),
          null,
          List.of(
              new BackupFile("000012.sst", 1000, CHECKSUM),
              new BackupFile("CURRENT", 16, CHECKSUM.replace('0', '1'))));

  @Test
  void shouldKeepItsTextForm() {
    String lines =
        """
        colonnade backup
        format=1
        number=12
        store=00000000-0000-0001-0000-000000000002
        created=2026-01-31T12:00:00Z
        file=%s 1000 000012.sst
        file=%s 16 CURRENT
        """
            .formatted(CHECKSUM, CHECKSUM.replace('0', '1'));
    assertThat(MANIFEST.text())
        .isEqualTo(
            lines
                + "checksum="
                + FileCopier.checksum(lines.getBytes(StandardCharsets.UTF_8))
                + "\n");
    assertThat(BackupManifest.parse(MANIFEST.text(), "test")).isEqualTo(MANIFEST);
  }

  @Test
  void shouldKeepThePositionInTheArchive() {
    BackupManifest archived =
        new BackupManifest(
            12,
            MANIFEST.storeId(),
            MANIFEST.createdAt(),
            new ArchivePosition(MANIFEST.storeId(), 3, 45),
            MANIFEST.files());
    assertThat(archived.text()).contains("format=2\n").contains("archive=3 45\n");
    assertThat(BackupManifest.parse(archived.text(), "test")).isEqualTo(archived);
  }

  @Test
  void shouldRejectEveryShorterText() {
    String text = MANIFEST.text();
    for (int length = 0; length < text.length(); length++) {
      requireDamaged(text.substring(0, length));
    }
  }

  @Test
  void shouldRejectEveryChangedCharacter() {
    String text = MANIFEST.text();
    for (int i = 0; i < text.length(); i++) {
      StringBuilder changed = new StringBuilder(text);
      changed.setCharAt(i, text.charAt(i) == '7' ? '6' : '7');
      assertThatThrownBy(() -> BackupManifest.parse(changed.toString(), "test"))
          .as("character=%d", i)
          .isInstanceOf(ColonnadeException.class);
    }
  }

  @Test
  void shouldRejectANewerFormat() {
    assertThatThrownBy(
            () -> BackupManifest.parse(MANIFEST.text().replace("format=1", "format=3"), "test"))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FORMAT_TOO_NEW));
  }

  @Test
  void shouldRejectNamesWithPaths() {
    for (String name : List.of("../CURRENT", "a/b", "", ".", "..", ".hidden", "a b", "\0")) {
      assertThatThrownBy(() -> new BackupFile(name, 1, CHECKSUM))
          .as("name=%s", name)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void shouldRejectAChecksumThatIsAPath() {
    assertThatThrownBy(() -> new BackupFile("a", 1, "../../etc/passwd"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void requireDamaged(String text) {
    assertThatThrownBy(() -> BackupManifest.parse(text, "test"))
        .as("length=%d", text.length())
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }
}
