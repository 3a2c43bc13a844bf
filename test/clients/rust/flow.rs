//! A program of a user of the client that OpenAPI Generator makes for Rust: files a document and finds it by two fields.
use acervo_client::apis::acervo_api::{
    authentication_sign_in, documents_create_v3, documents_search, find_documents_find,
    structure_describe,
};
use acervo_client::apis::configuration::Configuration;
use acervo_client::models::filter_condition::Operador;
use acervo_client::models::{
    CreateDocumentV3, Entry, FileV3, FilterCondition, FilterGroup, FindBody, IndexerValue,
    LoginBody,
};
use std::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};

const DAY: &str = "21/11/2026";

fn value(label: &str, text: &str) -> IndexerValue {
    IndexerValue {
        valor_campo: Some(text.to_string()),
        ..IndexerValue::new(label.to_string())
    }
}

fn search(
    service: &Configuration,
    client: &str,
    number: &str,
    day: &str,
) -> Result<Vec<Entry>, Box<dyn Error>> {
    let both = [value("Número", number), value("Data de Emissão", day)];
    let texts = both
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<Vec<_>, _>>()?;
    let found = documents_search(
        service,
        client,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        Some(texts),
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
    )?;
    Ok(found.metadados)
}

/// Ids of the documents whose number compares so.
fn find(
    service: &Configuration,
    client: &str,
    number: &str,
    operator: Operador,
) -> Result<Vec<String>, Box<dyn Error>> {
    let condition = FilterCondition {
        campo: Some("Número".to_string()),
        operador: Some(operator),
        valor: Some(number.to_string()),
        ..FilterCondition::new()
    };
    let group = FilterGroup {
        todas: Some(vec![condition]),
        ..FilterGroup::new()
    };
    let wanted = FindBody {
        filtro: Some(Box::new(group)),
        ..FindBody::new()
    };
    let page = find_documents_find(service, client, wanted, None, None, None, None)?;
    Ok(page
        .documentos
        .iter()
        .map(|each| each.id.to_string())
        .collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let mut service = Configuration {
        base_path: args[1].clone(),
        ..Configuration::default()
    };
    let session = authentication_sign_in(
        &service,
        LoginBody::new(args[2].clone(), args[3].clone()),
        None,
        None,
        None,
    )?;
    service.bearer_access_token = Some(session.token);
    let units = structure_describe(&service, None, None)?;
    let client = &units[0].clientes[0];
    let level = client
        .arvores
        .iter()
        .find(|each| each.nome == "Notas Fiscais")
        .ok_or("no level")?;
    let (unit_id, client_id, level_id) = (
        units[0].id_unidade.to_string(),
        client.id_cliente.to_string(),
        level.id_arvore_organizacional.to_string(),
    );
    println!("step login");

    let number = (SystemTime::now().duration_since(UNIX_EPOCH)?.as_micros() % 1_000_000_000
        + 1_000_000_000)
        .to_string();
    let file = FileV3 {
        arquivo: Some("Olá, acervo!\n".into()),
        ..FileV3::new(
            "text/plain".to_string(),
            "txt".to_string(),
            "Olá".to_string(),
        )
    };
    let body = CreateDocumentV3 {
        valores_campos: Some(vec![
            value("Número", &number),
            value("Data de Emissão", DAY),
        ]),
        arquivos: Some(Some(vec![file])),
        ..CreateDocumentV3::new()
    };
    let created = documents_create_v3(
        &service, &unit_id, &client_id, &level_id, body, None, None, None, None, None, None,
    )?;
    assert_eq!(created.arquivos.len(), 1);
    println!("step create");

    let found = search(&service, &client_id, &number, DAY)?;
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].meta_dados[0].valor,
        created.id_documento.to_string()
    );
    assert!(search(&service, &client_id, &number, "22/11/2026")?.is_empty());
    println!("step search");

    let id = created.id_documento.to_string();
    assert_eq!(
        find(&service, &client_id, &number, Operador::Igual)?,
        [id.clone()]
    );
    assert!(!find(&service, &client_id, &number, Operador::Diferente)?.contains(&id));
    println!("step find");
    Ok(())
}
