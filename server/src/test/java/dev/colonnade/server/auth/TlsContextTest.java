package dev.colonnade.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.server.testing.Certificates;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsContextTest {
  @TempDir private Path folder;

  private long nanos = 5;

  private TlsContext read(TlsFiles files) {
    return TlsContext.read(files, () -> nanos);
  }

  @Test
  void shouldReadACertificateAndItsKey() throws Exception {
    assertThat(read(Certificates.make(folder, "first")).asksClients()).isFalse();
  }

  @Test
  void shouldRefuseKeysOfOtherCertificates() throws Exception {
    TlsFiles first = Certificates.make(folder, "first");
    TlsFiles second = Certificates.make(folder, "second");
    assertThatThrownBy(() -> read(new TlsFiles(first.certificate(), second.key())))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("the key is not that of the certificate");
    assertThatThrownBy(() -> read(new TlsFiles(first.certificate(), first.certificate())))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("no private key in PKCS #8 format");
  }

  @Test
  void shouldLookAtTheFilesOnceASecond() throws Exception {
    TlsFiles used = Certificates.make(folder, "used");
    TlsFiles other = Certificates.make(folder, "other");
    TlsContext tls = read(used);
    SslContext before = tls.context();
    Files.move(other.certificate(), used.certificate(), StandardCopyOption.REPLACE_EXISTING);
    Files.move(other.key(), used.key(), StandardCopyOption.REPLACE_EXISTING);
    nanos += 999_999_999;
    assertThat(tls.context()).isSameAs(before);
    nanos += 1;
    SslContext after = tls.context();
    assertThat(after).isNotSameAs(before);
    assertThat(tls.context()).isSameAs(after);
  }
}
