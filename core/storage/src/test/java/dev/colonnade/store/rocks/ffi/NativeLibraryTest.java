package dev.colonnade.store.rocks.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NativeLibraryTest {
  @TempDir private Path folder;

  @Test
  void shouldUnpackUnderTheNameThatTheJvmLoads() throws IOException {
    Path library = folder.resolve(System.mapLibraryName("rocksdbjni"));
    Files.writeString(library, "old");

    NativeLibrary.unpack(folder);

    assertThat(library).isNotEmptyFile();
    assertThat(Files.size(library)).isGreaterThan(1_000_000);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(library);
    }
  }
}
