package dev.colonnade.server.testing;

import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import dev.colonnade.testing.ClientCertificates;
import dev.colonnade.testing.SelfSignedCertificate;
import java.nio.file.Path;
import java.util.Optional;

/** Certificates of servers at 127.0.0.1. */
public final class Certificates {
  private Certificates() {}

  /** Creates a certificate and its key, as files in that folder. */
  public static TlsFiles make(Path folder, String name) throws Exception {
    SelfSignedCertificate made = SelfSignedCertificate.make(folder, name, "CN=colonnade");
    return new TlsFiles(made.certificate(), made.key());
  }

  /** Returns the files of a server that requests certificates of clients. */
  public static TlsFiles requesting(TlsFiles server, ClientCertificates clients) {
    return new TlsFiles(server.certificate(), server.key(), Optional.of(clients.authorities()));
  }
}
