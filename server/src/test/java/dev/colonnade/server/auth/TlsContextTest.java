package dev.colonnade.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.server.testing.Certificates;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsContextTest {
  @TempDir private Path folder;

  @Test
  void shouldReadACertificateAndItsKey() throws Exception {
    assertThat(TlsContext.read(Certificates.make(folder, "first")).asksClients()).isFalse();
  }

  @Test
  void shouldRefuseKeysOfOtherCertificates() throws Exception {
    TlsFiles first = Certificates.make(folder, "first");
    TlsFiles second = Certificates.make(folder, "second");
    assertThatThrownBy(() -> TlsContext.read(new TlsFiles(first.certificate(), second.key())))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("the key is not that of the certificate");
    assertThatThrownBy(
            () -> TlsContext.read(new TlsFiles(first.certificate(), first.certificate())))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("no private key in PKCS #8 format");
  }
}
